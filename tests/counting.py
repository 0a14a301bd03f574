"""Count what the engine says about a game of a ruleset, played at random from fixed seeds.

A game has a hand of which only the scores are known, two hands played to their end (in one of them the
players lay all they can), and one that is not over. All that is asked depends on the name of the
ruleset alone: each question has a chance of its own, so that others stay the same if one changes.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from casefiles import rules_named
from playing_out import moves, play_out
from random_hands import SMALL, filled, game_of
from replaying import Replay, replay
from spoiling import (
    any_card,
    known_in_part,
    omitting,
    parts_of,
    spoilt_deal,
    spoilt_tally,
    spoilt_turn,
)

from canasta_cli.api.asking import Inquiry, answered, discards
from canasta_cli.cli.ruleset_choice import with_house
from canasta_cli.engine.game.position import Position, outlook
from canasta_cli.engine.game.random_play import random_deal, random_turn
from canasta_cli.engine.game.replay import Step, follow, start, tallies
from canasta_cli.engine.game.standing import (
    Standing,
    seating,
    standing,
    unlisted,
)
from canasta_cli.engine.game.stats import PlayerStats, figures, grouped, of_partners, stats
from canasta_cli.engine.game.verification import DealtCase, judge_deal, verified
from canasta_cli.engine.items import canastas, sheets
from canasta_cli.engine.movegen.choices import Ways
from canasta_cli.engine.movegen.going_out import ways_out
from canasta_cli.engine.movegen.initial_melds import openings, ways_to_open
from canasta_cli.engine.movegen.legal_turns import Steps
from canasta_cli.engine.movegen.melds import Effort
from canasta_cli.engine.rule import Judgement, Missing, RuleFinding
from canasta_cli.engine.score import count_hand_of
from canasta_cli.engine.turn.going_out import find_special
from canasta_cli.engine.turn.judge import Ruling
from canasta_cli.engine.view import EMPTY, UNKNOWN, Drew, Held, Question, View
from canasta_cli.model.cards import Card, Cards, Meld, Rank, together
from canasta_cli.model.game import Arrival, Ending, Game, Hand, Tally
from canasta_cli.model.seats import Seating
from canasta_cli.model.turn import Deal, Draw, GoOut, ShowSpecial, StockEnds, Take, Turn
from canasta_cli.rules.schema import Ruleset

Numbers = Counter[str]
"""Numbers by what was counted."""
EFFORT = 120
"""The effort of each search, as the library has more of it."""
SCORES = (1500, 2900, -40, 4990)
TABLES, POSITIONS, QUESTIONS, ENDINGS, TALLIES, DEALS = 24, 12, 14, 2, 18, 8
"""The numbers of tables, of those that are searched and asked about, of made-up hands, and of mistakes."""


class Played(NamedTuple):
    """A hand of the game: its seats, its deal with all turns, and the table after each."""

    seats: Seating
    deal: Deal
    replay: Replay

    @property
    def positions(self) -> list[tuple[Position, Turn]]:
        """The table before each turn, with the turn."""
        tables = [self.replay.start, *[step.after for step in self.replay.steps]]
        return [(table, each.turn) for table, each in zip(tables, self.deal.turns, strict=False)]


class Evening(NamedTuple):
    """A game of a ruleset, with the hands of which the turns are known.

    ``tables`` are some before a turn, with the turn that was played and others that are legal.
    """

    name: str
    ruleset: Ruleset
    game: Game
    played: tuple[Played, ...]
    tables: tuple[tuple[Position, tuple[Turn, ...]], ...]

    def some_tables(self, number: int) -> list[Position]:
        """A number of the tables before a turn, evenly spread."""
        every = self.tables
        return [every[at * len(every) // number][0] for at in range(number)]

    def chance(self, *about: object) -> Random:
        """Return a chance for one question."""
        return Random(" ".join(map(str, (self.name, *about))))


def rules_of(name: str) -> Ruleset:
    """Return a ruleset: with small hands if the name says so, and with the house rules after it."""
    name, *house = name.split(" | ")
    ruleset = filled(rules_named(name.removeprefix("small ")))
    return with_house(ruleset, (*SMALL.get(name, ()), *house))


def evening(name: str) -> Evening:
    """Play the game of a ruleset."""
    ruleset = rules_of(name)
    game = game_of(ruleset)
    scores = tuple([Tally(score=SCORES[at % len(SCORES)]) for at in range(len(game.sides))])
    game = game._replace(hands=(Hand(scores),), date="2026-01-02")
    played: list[Played] = []
    for number in range(2):
        stand = standing(game, ruleset)
        # The second of them is dealt out of turn.
        others = [each for each in game.players if each not in (stand.dealer, stand.sitting_out)]
        dealer = others[0] if number else stand.dealer
        seats = seating(game, dealer, len(game.hands) + 1, stand.totals, ruleset)
        one = _played(seats, ruleset, Random(f"{name} {number}"), eager=number == 0)
        played.append(one)
        own = tallies(one.replay.now, one.deal.left or (), ruleset)
        named = dealer if number else None
        hand = Hand((Tally(),) * len(game.sides), named, played=one.deal, from_turns=own)
        game = game._replace(hands=(*game.hands, hand))
    every = [(table.at_start(ruleset), turn) for each in played for table, turn in each.positions]
    some = [every[at * len(every) // TABLES] for at in range(TABLES)]
    tables = [(table, (turn, *_others(table, ruleset))) for table, turn in some]
    return Evening(name, ruleset, game, tuple(played), tuple(tables))


def _others(table: Position, ruleset: Ruleset) -> Iterator[Turn]:
    return moves(table.view(), ruleset, table.next_draw(ruleset), Effort(EFFORT // 12))


def _played(seats: Seating, ruleset: Ruleset, chance: Random, *, eager: bool) -> Played:
    dealt = random_deal(seats, ruleset, chance.shuffle)
    deal = play_out(dealt, seats, ruleset, chance.choice, eager=eager)
    return Played(seats, deal, replay(deal, seats, ruleset))


# The hands as they were played.


def hands(of: Evening) -> Numbers:
    """Count the turns and the ends of the hands, and what each turn did."""
    found = Numbers()
    for played in of.played:
        found["turns"] += len(played.replay.steps)
        for step in played.replay.steps:
            _add_ruling(found, step.ruling)
        now = played.replay.now
        ending = now.ending
        assert ending is not None
        found[f"hands that end: {ending.how}"] += 1
        found["concealed"] += ending.concealed
        _add_table(found, now)
    return found


def _add_ruling(found: Numbers, ruling: Ruling) -> None:
    """Add an answer: what it says, why, what it depends on, and the table after it."""
    _add_verdict(found, ruling.verdict)
    for possibility in ruling.depends:
        found["possibilities"] += 1
        for condition in possibility.conditions:
            found[f"if {_name_of(condition.fact)}"] += 1
    for fact, _ in ruling.assumed:
        found[f"assumed {fact.value}"] += 1
    found["ways found"] += len(ruling.found)
    found["more ways"] += ruling.more
    if ruling.verdict.legal is False:
        return
    after = ruling.after
    found["points melded"] += ruling.value
    found["points for going out"] += sum(ruling.bonuses)
    found["canastas"] += len(ruling.canastas)
    found["discards that freeze the pile"] += ruling.freezes
    found["frozen after it"] += bool(after.frozen)
    found["opened after it"] += bool(after.opened)
    found["over after it"] += bool(after.over)
    found["cards in the pile after it"] += after.pile or 0
    found["cards in the hand after it"] += after.hand.at_least


def _add_verdict(found: Numbers, verdict: Judgement) -> None:
    answer = {True: "LEGAL", False: "ILLEGAL", None: "IT DEPENDS"}[verdict.legal]
    found[answer] += 1
    for finding in verdict.refused:
        _add_finding(found, finding)
    for what in verdict.unknown:
        found[f"depends on {_name_of(what)}"] += 1


def _add_finding(found: Numbers, finding: RuleFinding) -> None:
    found[f"rule {finding.rule}"] += 1
    found["needed in reasons"] += finding.reason.needed or 0
    found["have in reasons"] += finding.reason.have or 0
    found["turns instead"] += finding.reason.instead is not None


def _name_of(what: Missing) -> str:
    return what.value


def _add_table(found: Numbers, table: Position) -> None:
    """Add the cards of each place on a table, known and unknown; and what the players have done."""
    packets = (*table.feet, *table.bonus, *table.aside)
    found["cards in hands"] += sum(hand.at_least for hand in table.hands)
    found["cards in feet, bonus cards"] += sum(each.at_least for each in packets)
    found["cards in melds"] += sum(meld.size for side in table.melds for meld in side)
    found["threes laid out"] += sum(threes.size for threes in table.threes)
    found["cards in the pile"] += table.pile_size
    found["cards in the stock"] += table.stock
    found["cards unknown"] += sum(each.unseen or 0 for each in (*table.hands, *packets))
    found["cards unknown in the pile"] += table.buried
    found["cards unknown in the stock"] += table.stock - len(table.order or ())
    found["player"] += table.to_play
    for has in ("begun", "has_melded"):
        found[f"players: {has}"] += sum(getattr(table, has))
    found["players: asked"] += len(table.asked)
    found["players: alone"] += table.alone is not None


# The searches.


def legal_turns(of: Evening) -> Numbers:
    """Count the legal turns at some positions, by kind."""
    found = Numbers()
    for at, table in enumerate(of.some_tables(POSITIONS)):
        view, effort = table.view(), Effort(EFFORT)
        for turn in moves(view, of.ruleset, table.next_draw(of.ruleset), effort):
            _add_turn(found, turn)
        found["all listed"] += effort.is_complete
        found["ways to draw"] += bool(table.stock)
        _add_proposals(found, table, of, at)
    return found


def _add_proposals(found: Numbers, table: Position, of: Evening, at: int) -> None:
    """Add turns that random players try, legal or not, if they may end the hand, and if they may not."""
    steps = Steps(table.view(), of.ruleset, table.next_draw(of.ruleset))
    for may_end in (True, False):
        choose, tried = of.chance("proposed", at, may_end).choice, list[Turn]()
        accepted = partial(_third, tried)
        found["turns accepted"] += bool(random_turn(steps, choose, accepted, may_end=may_end))
        found["turns proposed"] += len(tried)
        lays = [lay for turn in tried for lay in turn.melded]
        found["cards melded in these"] += sum(lay.cards.size for lay in lays)


def _add_turn(found: Numbers, turn: Turn) -> None:
    kinds = {type(clause).__name__ for clause in turn.clauses}
    found["turns"] += 1
    for kind in sorted(kinds):
        found[f"with {kind}"] += 1
    melded = turn.melded
    found["melds"] += len(melded)
    found["cards melded"] += sum(lay.cards.size for lay in melded)
    found["out"] += turn.goes_out


def _third(tried: list[Turn], turn: Turn) -> Turn | None:
    """Accept the third turn that is proposed."""
    tried.append(turn)
    return turn if len(tried) > 2 else None


def searches(of: Evening) -> Numbers:
    """Count ways to go out, initial melds, discards, and ways to take the pile next."""
    found = Numbers()
    for at, table in enumerate(of.some_tables(POSITIONS)):
        view, rules = table.view(), of.ruleset
        begun = view.replace(drew=(None, Drew.STOCK)[at % 2])
        _add_ways_out(found, ways_out(begun, rules, effort=Effort(EFFORT)))
        for each in discards(view, rules):
            found["discards"] += each.verdict.legal is not False
        next_ways = outlook(table.replace(hands=tuple([_unseen(h) for h in table.hands])), rules)
        found["ways to take the pile"] += len(next_ways.ways)
        if next_ways.against is not None:
            found[f"pile refused by {next_ways.against.rule}"] += 1
        if not view.has_opened:
            _add_openings(found, table, rules)
    return found


def _add_ways_out(found: Numbers, out: Ways) -> None:
    found["ways out"] += len(out.ways)
    found["gain by going out"] += sum(way.gain for way in out.ways)
    found["bonus for going out"] += sum(way.bonus or 0 for way in out.ways)
    found["cards to go out"] += sum(way.cards + 20 * way.wilds for way in out.ways)
    found["facts missing to go out"] += sum(len(way.unknown) for way in out.ways)
    found["reasons against going out"] += len(out.refused.against) if out.refused else 0
    found["searches that stop"] += out.untried


def _unseen(hand: Held) -> Held:
    """Return a hand of which everybody can count the cards."""
    return Held(Cards(), hand.at_least)


def _add_openings(found: Numbers, table: Position, rules: Ruleset) -> None:
    view = table.view()
    for top in (None, view.top):
        best = openings(view, rules, top=top, effort=Effort(EFFORT))
        ways = ways_to_open(view, rules, top=top, effort=Effort(EFFORT))
        found["ways to open"] += len(ways.ways)
        found["points to open"] += sum(way.value for way in ways.ways)
        found["points short"] += best.short
        if best.fewest_cards and best.most_points and best.fewest_wilds:
            found["fewest cards"] += best.fewest_cards.cards
            found["most points"] += best.most_points.value
            found["fewest wild cards"] += best.fewest_wilds.wilds


def near_the_end(of: Evening) -> Numbers:
    """Find the ways to go out with made-up hands that can nearly do so, and ask if they can."""
    found = Numbers()
    for at, table in enumerate(of.some_tables(ENDINGS)):
        view = _with_few_cards(table.view().replace(order=None), of.ruleset, of.chance("end", at))
        _add_ways_out(found, ways_out(view, of.ruleset, effort=Effort(3 * EFFORT)))
        asked = Turn((Draw(), GoOut())) if at == 0 else Turn((GoOut(),))
        _add_ruling(found, ask(asked, view, of.ruleset, whole=False, as_out=at > 0))
    return found


def _with_few_cards(view: View, ruleset: Ruleset, chance: Random) -> View:
    """Return a table with canastas, and a hand of a few cards that fit together."""
    wild_ranks, size = ruleset.wild_ranks, ruleset.melds.canasta
    one, two, three, four = chance.sample([r for r in wild_ranks.natural if r.four_to_ace], 4)
    wilds = [Card(chance.choice(tuple(wild_ranks.wild))) for _ in range(chance.randrange(3))]
    on_table = ([Card(one)] * size, [Card(two)] * (size - 2) + wilds[:1], [Card(three)] * 4)
    melds = tuple([Meld(Cards(cards), wild_ranks) for cards in on_table])
    hand = [Card(four)] * chance.choice((0, 2, 3)) + [Card(three)] * chance.randrange(3)
    hand += [Card(two)] * chance.randrange(3) + wilds + [Card(one)] * chance.randrange(2)
    hand += [any_card(chance)] if chance.random() < 1 / 2 or not hand else []
    return view.replace(
        held=Held(Cards(hand)),
        melds=melds,
        opened=True,
        fresh=chance.random() < 1 / 4,
        foot=EMPTY,
        partner_foot=chance.random() < 1 / 4,
        pile=(Card(three), Card(chance.choice((one, three, four)))),
        buried=0,
    )


def ask(turn: Turn, view: View, rules: Ruleset, *, whole: bool, as_out: bool) -> Ruling:
    """Judge a turn on a table of which some facts may be unknown; ``as_out``: it is asked as going out."""
    return answered(Inquiry(Question(turn, view, rules, out=as_out), whole=whole))


def special_hands(of: Evening) -> Numbers:
    """Ask about each special hand of the game, and about it with a card changed."""
    found = Numbers()
    table = of.tables[0][0].view().replace(melds=(), opened=False, drew=Drew.STOCK)
    for at, special in enumerate(of.ruleset.special.hands):
        chance = of.chance("special", at)
        cards = _made(special.made, of.ruleset)
        changed = [*chance.sample(cards, len(cards) - 1), any_card(chance, cards)]
        for hand in (Cards(cards), Cards(changed)):
            view = table.replace(held=Held(hand), first_turn=bool(at % 2))
            asked = view if at % 3 else view.replace(held=UNKNOWN)
            question = Question(Turn((ShowSpecial(hand),)), asked, of.ruleset)
            _add_ruling(found, answered(Inquiry(question, as_played=True)))
            shown = find_special(hand, of.ruleset)
            found["points"] += 0 if shown is None else shown.points
            _add_ways_out(found, ways_out(view, of.ruleset, effort=Effort(EFFORT)))
    return found


def _made(words: str, ruleset: Ruleset) -> list[Card]:
    """Return cards as a special hand is made of them."""
    wilds = [Card(rank) for rank in ruleset.wild_ranks.wild]
    named = {rank.value: rank for rank in Rank}
    natural = iter([rank for rank in ruleset.wild_ranks.natural if rank.value not in words])
    cards: list[Card] = []
    for word in words.split():
        if word[0] in "NS":
            cards += [Card(next(natural))] * len(word)
        elif word[0] in "DM":
            cards += [wilds[0]] * len(word)
        else:
            cards += [Card(named.get(word[0], Rank.RED_THREE))] * len(word)
    return cards


# Spoilt turns.


def _spoilt(of: Evening, number: int) -> Iterator[tuple[int, Position, Turn, Random]]:
    """Yield turns spoilt on purpose: those that were played, and others that are legal."""
    for at in range(number):
        table, turns = of.tables[at * TABLES // number % TABLES]
        chance = of.chance("spoilt", number, at)
        turn = chance.choice(turns)._replace(player=table.player)
        drawn = together([each.cards for each in turn.draws])
        yield at, table, spoilt_turn(turn, table.hand.cards + drawn, chance), chance


def spoilt_known(of: Evening) -> Numbers:
    """Judge spoilt turns on the table with every card known, and apply them."""
    found = Numbers()
    for _, table, turn, _ in _spoilt(of, 8 * QUESTIONS):
        step = Step(table, turn, of.ruleset)
        _add_ruling(found, step.ruling)
        _add_table(found, step.after)
    return found


def spoilt_seen(of: Evening) -> Numbers:
    """Ask about spoilt turns as their player sees the table: whole turns and parts of them."""
    found = Numbers()
    for at, table, turn, chance in _spoilt(of, 2 * QUESTIONS):
        view, rules = table.view().replace(order=None), of.ruleset
        whole = at % 2 == 0
        asked = turn if whole else chance.choice(parts_of(turn) or (Turn((GoOut(),)),))
        _add_ruling(found, ask(asked, view, rules, whole=whole, as_out=False))
    return found


def spoilt_in_part(of: Evening) -> Numbers:
    """Ask about turns with some facts omitted."""
    found = Numbers()
    for at, table, turn, chance in _spoilt(of, 4 * QUESTIONS):
        view = omitting(table.view().replace(order=None), chance, 1 + at % 3)
        whole = at % 3 == 0
        asked = turn if whole else chance.choice(parts_of(turn) or (Turn((GoOut(),)),))
        as_out = not whole and chance.random() < 1 / 5
        _add_ruling(found, ask(asked, view, of.ruleset, whole=whole, as_out=as_out))
    return found


def open_questions(of: Evening) -> Numbers:
    """Ask what is left open: to go out somehow, to take the pile somehow, to pass with no stock left."""
    found = Numbers()
    for at, table in enumerate(of.some_tables(QUESTIONS)):
        chance = of.chance("open", at)
        view = omitting(table.view().replace(order=None), chance, at % 3)
        top = table.pile[-1] if table.pile else None
        for turn in (Turn((GoOut(),)), Turn((Take(top),)), Turn((StockEnds(),))):
            passes, out = StockEnds() in turn.clauses, GoOut() in turn.clauses
            facts = view.replace(stock=0) if passes else view
            if passes or at % 2 == out:
                _add_ruling(found, ask(turn, facts, of.ruleset, whole=False, as_out=out))
    return found


# Recorded hands.


def known_partly(of: Evening) -> Numbers:
    """Follow the turns of a hand of which some cards are unknown, and judge them."""
    found = Numbers()
    played = of.played[0]
    turns = [step.ruling.play.turn for step in played.replay.steps]
    for what, deal in known_in_part(played.deal, turns).items():
        now = start(deal, played.seats, of.ruleset)
        _add_verdict(found, judge_deal(DealtCase(deal, now), of.ruleset))
        for recorded in deal.turns:
            now, step = follow(now, recorded.turn, of.ruleset)
            _add_table(found, now)
            for finding in step.refused if step is not None else ():
                found[f"{what}: rule {finding.rule}"] += 1
    return found


def spoilt_hands(of: Evening) -> Numbers:
    """Verify recorded hands with a mistake."""
    found = Numbers()
    *earlier, last = of.game.hands
    for at in range(DEALS):
        chance = of.chance("deal", at)
        deal = spoilt_deal(of.played[1].deal, chance)
        hand = last._replace(played=deal)
        claimed = tuple([chance.choice((None, 0, 100)) for _ in of.game.sides])
        first = earlier[0]._replace(claimed=claimed)
        game = of.game._replace(hands=(first, hand))
        if at % 4 == 0:
            game = game._replace(hands=(first,), deal=deal._replace(left=None))
        for each in verified(game, of.ruleset).differences:
            if each.finding:
                _add_finding(found, each.finding)
            found[each.what or "hands refused"] += 1
            found["turns of these"] += each.turn
            found["points expected"] += each.expected or 0
            found["points found"] += each.found or 0
    return found


# Scores.


def scores(of: Evening) -> Numbers:
    """Count the score sheets of the hands played, item by item."""
    found = Numbers()
    for played in of.played:
        at_end = tallies(played.replay.now, played.deal.left or (), of.ruleset)
        _add_sheets(found, at_end, of)
        counted = count_hand_of(of.game, at_end, of.ruleset)
        found["refused"] += not counted.possible
        for tally in at_end:
            for grade, number in canastas(tally, of.ruleset).items():
                found[f"canastas {grade.value}"] += number
    return found


def _add_sheets(found: Numbers, given: tuple[Tally, ...], of: Evening) -> None:
    for sheet in sheets(given, of.ruleset):
        found["points"] += sheet.total
        for line in sheet.lines:
            found[f"points of {line.item}"] += line.points
            found["numbers on lines"] += line.number or 0


def spoilt_tallies(of: Evening) -> Numbers:
    """Judge and count tallies with a mistake, and warn about hands that are unlikely."""
    found = Numbers()
    for at in range(TALLIES):
        chance, played = of.chance("tally", at), of.played[at % 2]
        left = played.deal.left or ()
        own = list(tallies(played.replay.now, left, of.ruleset))
        place = chance.randrange(len(own))
        for _ in range(1 + at % 2):
            own[place] = spoilt_tally(own[place], of.ruleset, chance)
        given = tuple(own)
        for verdict in count_hand_of(of.game, given, of.ruleset).verdicts:
            _add_verdict(found, verdict)
        _add_sheets(found, given, of)
        game = of.game._replace(hands=(*of.game.hands[:2], Hand(given)))
        stand = standing(game, of.ruleset)
        for warning in stand.warnings:
            found[f"warning {warning.id}"] += 1
        names = [side.name for side in of.game.sides]
        found["unlisted"] += len(unlisted(played.replay.now, given, 2, names))
        found["over"] += stand.outcome.over
    return found


# Standings and statistics.


def standings(of: Evening) -> Numbers:
    """Count the standing after each hand, and with a hand in play."""
    found = Numbers()
    for number in range(len(of.game.hands) + 1):
        game = of.game._replace(hands=of.game.hands[:number])
        stand = standing(game, of.ruleset)
        _add_standing(found, stand)
        for ending in Ending:
            outcome = standing(game._replace(ending=ending), of.ruleset).outcome
            found["margin if ended"] += outcome.margin
            found["winner if ended"] += 0 if outcome.winner is None else outcome.winner + 1
    return found


def _add_standing(found: Numbers, stand: Standing) -> None:
    for at, total in enumerate(stand.totals, start=1):
        found[f"total of side {at}"] += total
    found["points to open"] += sum(tier.points for tier in stand.minimums)
    found["points to target"] += sum(stand.to_target or ())
    found["dealer"] += stand.game.players.index(stand.dealer)
    sits = stand.sitting_out
    found["sits out"] += 0 if sits is None else stand.game.players.index(sits) + 1
    found["over"] += stand.outcome.over
    found["margin"] += stand.outcome.margin
    found["ended by hand"] += stand.ended_by or 0


def statistics(of: Evening) -> Numbers:
    """Count the statistics of two games, one of them with a substitute."""
    found = Numbers()
    players = of.game.players
    came = of.game._replace(
        name="second",
        date="2025-12-31",
        ending=Ending.LEADER,
        first_players=("Zoe", *players[1:]),
        arrivals=(Arrival(2, 0, players[0]),),
        hands=(of.game.hands[0], *of.game.hands[:1:-1]),
    )
    both = [figures(standing(game, of.ruleset)) for game in (of.game, came)]
    every = (
        stats(both),
        stats(both, players[:2]),
        stats(map(of_partners, both)),
        *[group.players for group in grouped(both, lambda game: game.date[:4])],
        stats([figures(standing(of.game, of.ruleset), since=2)]),
    )
    for times, each in enumerate(every, start=1):
        # The order of the players counts too.
        for at, player in enumerate(each, start=times):
            _add_player(found, player, at)
    return found


def _add_player(found: Numbers, player: PlayerStats, times: int) -> None:
    figures_of = {
        "games": player.games,
        "finished": player.finished,
        "won": player.won,
        "hands": player.hands,
        "points": player.points,
        "canastas": player.canastas.total(),
        "out": player.out,
        "concealed": player.concealed,
        "points only": player.points_only,
        "best hand": 0 if player.best is None else player.best.points,
        "number of the best hand": 0 if player.best is None else player.best.number,
    }
    for what, number in figures_of.items():
        found[what] += times * number


SUBJECTS: dict[str, Callable[[Evening], Numbers]] = {
    "hands played": hands,
    "legal turns": legal_turns,
    "searches": searches,
    "near the end": near_the_end,
    "special hands": special_hands,
    "spoilt turns, all known": spoilt_known,
    "spoilt turns, as seen": spoilt_seen,
    "spoilt turns, facts omitted": spoilt_in_part,
    "open questions": open_questions,
    "hands known in part": known_partly,
    "spoilt hands": spoilt_hands,
    "scores": scores,
    "spoilt tallies": spoilt_tallies,
    "standings": standings,
    "statistics": statistics,
}
"""What is counted, each with what counts it."""


def counts(of: Evening) -> dict[str, dict[str, int]]:
    """Count everything, without zeros, in the order of the names."""
    found = {subject: count(of) for subject, count in SUBJECTS.items()}
    return {
        subject: {name: numbers[name] for name in sorted(numbers) if numbers[name]}
        for subject, numbers in found.items()
    }
