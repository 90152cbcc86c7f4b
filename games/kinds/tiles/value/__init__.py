"""The value model of TEN Tiles, fitted on games of bots."""
