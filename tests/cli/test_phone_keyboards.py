"""Dashes and quotation marks that phone keyboards write are read as those of the shell."""

from looping import for_each_case

from canasta_cli.cli.session import from_keyboard, typed_line

ARGUMENTS = (
    (["amend", "1", "—swap"], ["amend", "1", "--swap"]),
    (["count", "–jj4"], ["count", "-jj4"]),
    (["count", "AAA", "—JJ4"], ["count", "AAA", "-JJ4"]),
    (["winner", "−35", "–20"], ["winner", "-35", "-20"]),
    (["hand", "“7xK", "QQQ2", "out”", "“AAA", "-jj4”"], ["hand", "7xK QQQ2 out", "AAA -jj4"]),
    (["hand", "Us=“7xK", "out”", "Them=“AAA", "4”"], ["hand", "Us=7xK out", "Them=AAA 4"]),
    (["hand", "„7xK", "out“"], ["hand", "7xK out"]),
    (["score", "-g", "friday"], ["score", "-g", "friday"]),
    # A name may have such marks, and what the shell has read as one argument stays.
    (["new", "“Ann”", "Bob"], ["new", "“Ann”", "Bob"]),
    (["note", "“no” was said"], ["note", "“no” was said"]),
    (["note", "– 20 for Bob"], ["note", "– 20 for Bob"]),
    (["hand", "“7xK", "out"], ["hand", "“7xK", "out"]),
    (["note", "—"], ["note", "—"]),
)


@for_each_case(("typed", "meant"), ARGUMENTS)
def test_arguments_are_read_as_if_typed_on_a_keyboard(typed: list[str], meant: list[str]) -> None:
    assert from_keyboard(typed) == meant
    assert from_keyboard(meant) == meant


@for_each_case(
    ("typed", "meant"),
    [
        ("AAA –JJ4", "AAA -JJ4"),
        ("AAA —jj4", "AAA -jj4"),
        ("−25", "-25"),
        ("amend 1 —swap", "amend 1 --swap"),
        ("note “slow”", 'note "slow"'),
        ("H:4-T", "H:4-T"),
        ("—", "—"),
    ],
)
def test_a_line_at_a_prompt_is_read_as_if_typed_on_a_keyboard(typed: str, meant: str) -> None:
    assert typed_line(typed) == meant
