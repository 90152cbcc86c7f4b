"""The value model of TEN Swap, fitted on games of bots."""
