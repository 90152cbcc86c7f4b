"""The value model of TEN Push, fitted on games of bots."""
