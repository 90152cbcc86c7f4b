"""What open pages receive over WebSockets: boards, badges, who is here.

`consumers` receives from the browser, `hub` sends to it, and `pages/board.frame` makes the boards that are sent.
"""
