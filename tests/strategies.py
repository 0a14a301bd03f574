"""Generate random values of every class of the model, for property tests."""

from hypothesis import strategies as st

from canasta_cli.model.cards import (
    FOUR_TO_ACE,
    NO_CARDS,
    Card,
    Cards,
    LayOff,
    MeldCards,
    Onto,
    Rank,
    Suit,
    three,
)
from canasta_cli.model.game import Award, Figure, Game, Hand, Note, Out, Side, Sign, Tally
from canasta_cli.model.turn import (
    Ask,
    Deal,
    Discard,
    Draw,
    GoOut,
    Join,
    LayThrees,
    MeldDown,
    PlayerCards,
    RecordedTurn,
    ShowSpecial,
    StockEnds,
    Take,
    TakeBonus,
    TakeFoot,
    Turn,
)

suits = st.none() | st.sampled_from(list(Suit))
naturals = st.builds(Card, st.sampled_from(FOUR_TO_ACE), suits)
deuces = st.builds(Card, st.just(Rank.DEUCE), suits)
jokers = st.just(Card(Rank.JOKER))
red_threes = st.just(Card(Rank.RED_THREE)) | st.sampled_from(
    [three(Suit.HEARTS), three(Suit.DIAMONDS)]
)
black_threes = st.just(Card(Rank.BLACK_THREE)) | st.sampled_from(
    [three(Suit.CLUBS), three(Suit.SPADES)]
)
one_card = st.one_of(naturals, deuces, jokers, red_threes, black_threes)


def bunches(card: st.SearchStrategy[Card], smallest: int = 1) -> st.SearchStrategy[Cards]:
    """Draw bunches of the given cards."""
    return st.builds(Cards, st.lists(card, min_size=smallest, max_size=14))


cards = bunches(one_card)
runs = st.builds(
    lambda suit, first, length: Cards(Card(rank, suit) for rank in FOUR_TO_ACE[first:][:length]),
    st.sampled_from(list(Suit)),
    st.integers(0, 8),
    st.integers(3, 11),
)
melds = st.builds(MeldCards, cards | runs)
nothing = st.none()
ontos = st.one_of(
    st.builds(Onto, st.sampled_from([*FOUR_TO_ACE, Rank.BLACK_THREE]), nothing, nothing),
    st.builds(Onto, st.sampled_from(FOUR_TO_ACE), nothing, st.integers(1, 9)),
    st.builds(Onto, nothing, st.sampled_from(list(Suit)), nothing),
    st.just(Onto()),
)
lay_offs = st.builds(LayOff, ontos, cards)

words = st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True)
figure_names = st.sampled_from(["natural", "mixed", "points", "minus", "red", "wild", "sevens"])
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(
    lambda name: bool(name.strip())
)
awards = st.one_of(
    st.builds(Award, st.sampled_from(list(Sign)), st.integers(0, 5000), st.none()),
    st.builds(Award, st.just(Sign.PENALTY), st.none(), words),
)


@st.composite
def tallies(draw: st.DrawFn) -> Tally:
    """Draw tallies of any kind, possible or not."""
    held = draw(st.lists(melds, max_size=4))
    out = draw(st.sampled_from([None, Out.PLAIN, Out.CONCEALED, "special"]))
    by_sign = draw(st.lists(awards, max_size=3))
    return Tally(
        melds=tuple(meld for meld in held if not _only_red_threes(meld)),
        threes=draw(bunches(red_threes | black_threes, smallest=0)),
        left=tuple(draw(st.lists(cards, max_size=2))),
        feet=tuple(draw(st.lists(cards, max_size=2))),
        out=out if isinstance(out, Out) else None,
        special=draw(words) if out == "special" else None,
        awards=tuple(sorted(by_sign, key=lambda award: award.sign is Sign.BONUS)),
        alone=draw(st.none() | names),
        stock=draw(st.booleans()),
        score=draw(st.none() | st.integers(-5000, 5000)),
        figures=tuple(
            draw(st.lists(st.builds(Figure, figure_names, st.integers(0, 5000)), max_size=3))
        ),
    )


def _only_red_threes(meld: MeldCards) -> bool:
    return all(card.rank is Rank.RED_THREE for card in meld.cards)


clauses = st.one_of(
    st.builds(Draw, st.just(NO_CARDS) | cards),
    st.tuples(one_card, st.just(NO_CARDS) | cards).map(lambda both: Take(*both)),
    st.builds(lambda top, onto: Take(top, onto=onto), one_card, ontos),
    st.tuples(one_card, cards, ontos).map(lambda each: Take(*each)),
    st.builds(Ask, st.booleans()),
    st.builds(MeldDown, st.lists(melds | lay_offs, min_size=1, max_size=3).map(tuple)),
    st.builds(Join, st.sampled_from(FOUR_TO_ACE)),
    st.builds(TakeFoot, st.just(NO_CARDS) | cards),
    st.builds(TakeBonus, st.just(NO_CARDS) | cards),
    st.builds(LayThrees, cards),
    st.builds(ShowSpecial, cards),
    st.builds(Discard, st.just(NO_CARDS) | cards),
    st.just(GoOut()),
    st.just(StockEnds()),
)
remarks = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), max_size=9)
turns = st.builds(
    Turn,
    st.lists(clauses, min_size=1, max_size=5).map(tuple),
    st.none() | names,
    remarks,
)
held = st.lists(
    st.builds(PlayerCards, names, *[bunches(one_card, smallest=0)] * 2, st.none()),
    max_size=3,
    unique_by=lambda each: each.player,
).map(lambda hands: tuple(sorted(hands, key=lambda each: each.player)))
left = st.lists(
    st.builds(PlayerCards, names, *[bunches(one_card, smallest=0)] * 2, st.none())
    | st.builds(PlayerCards, names, *[st.just(NO_CARDS)] * 2, st.integers(0, 999_999)),
    max_size=3,
    unique_by=lambda each: each.player,
).map(lambda hands: tuple(sorted(hands, key=lambda each: each.player)))
orders = st.lists(one_card, max_size=5).map(tuple)
deals = st.builds(
    Deal,
    dealer=st.none() | names,
    upcards=orders,
    turns=st.just(()),
    left=st.none(),
    hands=held,
    stock=st.none() | orders,
    left_forced=st.just(False),
)


played_out = st.builds(
    Deal,
    dealer=st.none(),
    upcards=orders,
    turns=st.lists(st.builds(RecordedTurn, turns, st.booleans()), max_size=2).map(tuple),
    left=st.just(()),
    hands=st.just(()),
    stock=st.none() | orders,
    left_forced=st.booleans(),
)


def _unfinished(deal: Deal) -> Deal:
    return deal._replace(left=None, left_forced=False)


notes_on_games = st.builds(
    Note, st.integers(0, 5), names, st.integers(0, 9), st.just(0), st.just(())
)
notes_on_hands = st.builds(
    Note,
    st.integers(0, 5),
    names,
    st.integers(0, 9),
    st.integers(1, 5),
    st.none() | st.lists(words, max_size=2).map(tuple),
)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw games of two to six players, with one tally per side in each hand."""
    players = draw(st.lists(names, min_size=2, max_size=6, unique=True))
    sides = tuple(Side(f"side {number}", (player,)) for number, player in enumerate(players))
    hands = tuple(
        Hand(
            tallies=tuple(draw(tallies()) for _ in sides),
            dealer=draw(st.none() | st.sampled_from(players)),
            claimed=draw(st.just(()) | st.tuples(*(st.integers(-2000, 5000) for _ in sides))),
            forced=draw(st.booleans()),
        )
        for _ in range(draw(st.integers(0, 2)))
    )
    hands += tuple(
        Hand(tuple(Tally() for _ in sides), deal.dealer, played=deal)
        for deal in draw(st.lists(played_out, max_size=1))
    )
    return Game(
        name=draw(names),
        players=tuple(players),
        sides=sides,
        dealer=draw(st.sampled_from(players)),
        date=draw(st.sampled_from(["", "2026-11-21"])),
        event=draw(st.just("") | names),
        hands=hands,
        deal=draw(st.none() | played_out.map(_unfinished)),
        notes=tuple(
            draw(st.lists(notes_on_games, max_size=2)) + draw(st.lists(notes_on_hands, max_size=2))
        ),
    )
