"""The pages of accounts that are ours rather than allauth's."""
