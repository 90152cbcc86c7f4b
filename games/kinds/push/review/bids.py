"""Judge bids: the wild's value to each player, and the value of each answer."""

from typing import Any

from games.kinds.push.bots.bidding import make_bidding
from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.review.verdict import Verdict, make_verdict
from games.rules.base import Plain
from games.rules.push.choices import BidChoice
from games.rules.push.moves import Bid, Pass
from games.rules.push.view import AuctionView, View


def judge_answer(evaluation: Evaluation, view: View, offer: BidChoice, move: Any) -> Verdict:
    answers, auction = make_bidding(evaluation, view, offer), view["auction"]
    passing, bids = answers.passing(), dict(answers.bids())
    amount = move.amount if type(move) is Bid else None
    worth = passing if amount is None else answers.bid(amount, answers.costs.cost_of(move.pay, amount))
    facts: Plain = {
        "what": "bid",
        "card": auction["card"],
        "least": offer["least"],
        "amount": amount,
        "players": _players(evaluation, auction),
        "worth": {"pass": passing, "chosen": worth},
    }
    others = [
        (value, Bid(bid, answers.costs.pay(bid))) for bid, value in bids.items() if bid != amount or value > worth
    ]
    if bids:
        best = max(bids, key=bids.__getitem__)
        facts["worth"]["bid"], facts["best_bid"] = bids[best], best
    return make_verdict(worth, [*others, (passing, Pass())], facts)


def _players(evaluation: Evaluation, auction: AuctionView) -> list[Plain]:
    """List each player's value of the wild and their answer, in the order they are asked."""
    said = {answer["seat"]: answer["amount"] for answer in auction["bids"]}
    gains = {who: evaluation.gain(who, auction["card"]) for who in auction["order"]}
    return [{"seat": who, "gain": gain, "asked": who in said, "amount": said.get(who)} for who, gain in gains.items()]
