"""Find text that no page should have: program leftovers, impossible punctuation, stilted phrases."""

import re
from collections.abc import Iterator
from html import unescape

STILTED = {  # patterns of stilted phrases, each with an example
    r"a bank of time|(your|the) bank is": "Your bank is empty.",
    r"any more": "Nothing is planned any more.",
    r"anybody|everybody|whoever": "Whoever asked loses a token.",
    r"as far as \w+ (is|are) concerned": "Nothing keeps you apart any more, as far as you are concerned.",
    r"as it must be": "Each is written as it must be.",
    r"by link only": "by link only",
    r"call(s|ed|ing)? ((it|this|(the|this) \w+) )?off": "If seats are still free, the game is called off.",
    r"characters are the most": "500 characters are the most.",
    r"did not come": "This step did not come.",
    r"do(es)? not go together": "This name and this password do not go together.",
    r"does not add up": "This does not add up.",
    r"reckons?": "Reckons with everything that can be known.",
    r"games? over days": "No clock of a game over days runs for you.",
    r"half of your time": "Half of your time is gone.",
    r"has begun": "This game has begun.",
    r"hear again": "Hear again",
    r"holds? no more": "This link holds no more.",
    r"if you like": "E-mail (if you like)",
    r"in sight": "You keep Ben in sight. Nobody is told.",
    r"(lay|lays|laid) (a|your|their) (own )?table": "Look for another one, or lay your own table.",
    r"likely you": "Somebody, likely you, wants a new password.",
    r"look(ed)? into (your|the) mail": "Look into your mail",
    r"makes? (a|the) game": "Make the game",
    r"met most often": "Met most often",
    r"moreover": "Blocked: moreover you do not meet.",
    r"not any longer": "With --off not any longer.",
    r"(browser|clock|decision|game|move|plan) of yours": "No clock of yours runs.",
    r"rose by|has risen": "Nobody has risen in this time yet.",
    r"games (that were )?played to (its|their|the) end": "Games played to the end",
    r"(said|says) no": "Ben has said no.",
    r"(set|made|begin|start) (anew|afresh)": "The clocks could not be set anew.",
    r"shall (it|this|we|you)": "Which game shall it be?",
    r"since you looked": "Since you looked:",
    r"sits? in for": "Sit in for Ben",
    r"so it was dealt": "So it was dealt.",
    r"somebody": "Somebody wants a new password.",
    r"stands? here": "Nobody stands here yet.",
    r"t(ake|ook) it back": "You took it back.",
    r"the newest first": "The last games, the newest first",
    r"through whose eyes": "Through whose eyes",
    r"waits? for you": "11 games wait for you",
    r"whom is": "Whom is it about?",
    r"(by|for|of|our|the|to|with) staff": "Thank you: it is with staff now.",
    r"would (play again|call)": "Ben would play again.",
    r"your share of": "Your share of the shuffle",
}
THINGS = "point coin card move game player token tile turn hand day hour minute second person vote win step seat time"
ONE = "|".join(THINGS.split())
ODD = {
    "a leftover": r"\b(NaN|undefined|null|True|False)\b|\[object |\bNone\b(?! yet|: )|\{\{|\{%|%\(\w+\)|%[sd]\b",
    "marks": r"(?<!\.)\.\.(?!\.)|,,|;;|(?<!\d)[.!?][,;:]|[,;:]\.(?!\d)|[!?]\.",
    "a gap": r"[\w,;] [.,;:!?](?!\S)|\( | \)|\(\)",
    "no gap": r"[a-z]{2}[.,;!?][A-Z][a-z]",
    "one or many": rf"(?<![\d.,×+−-])(?<!A )(1 ({ONE})s|(0|[2-9]|\d\d+) ({ONE}))\b(?!-)",
    "a share": r"(?<![\d.])(?!100(?:\.0+)?\s?%)\d{3,}(\.\d+)?\s?%|[-−]\d+(\.\d+)?\s?%",
    "of none": r"\d of 0\b|\b(seat|player|hand|turn) 0\b",
    "a stilted phrase": rf"(?i:\b({'|'.join(STILTED)})\b)",
    "twice": r"\b(?!that )([a-z]{2,}) \1\b",
}
HIDDEN = re.compile(r"<(script|style|textarea|pre|code|head)\b.*?</\1>|<!--.*?-->", re.DOTALL)
PICTURE = re.compile(r"<svg\b.*?</svg>|<img\b[^>]*>", re.DOTALL)
DRAWN = re.compile(r"<(text|title|desc)\b[^>]*>(.*?)</\1>", re.DOTALL)
NAMES = re.compile(r'\b(?:aria-label|aria-valuetext|title|alt|placeholder)="([^"]*)"')
INLINE = re.compile(r"</?(a|abbr|b|bdi|em|i|kbd|small|span|strong|time|wbr)\b[^>]*>")
TAG = re.compile(r"<[^>]*>")


def texts(html: str) -> Iterator[str]:
    """Yield the text of a page block by block, including what only screen readers get."""
    html = HIDDEN.sub(" ", html)
    yield from map(unescape, NAMES.findall(html))
    yield from (unescape(TAG.sub("", said)) for _, said in DRAWN.findall(html))
    html = INLINE.sub("", PICTURE.sub("▢", html))
    for block in TAG.split(html):
        if text := " ".join(unescape(block).split()):
            yield text


def odd(html: str) -> list[str]:
    """List everything odd about a page: its kind, and the words around it."""
    return [
        f"{what}: {text[max(0, found.start() - 40) : found.end() + 40]}"
        for text in texts(html)
        for what, pattern in ODD.items()
        for found in re.finditer(pattern, text)
    ]
