"""What tools/prove.py makes of what the suites say."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import prove  # noqa: E402

SAID = """\
12: BATON_SEED=77 at commit abc
12: figure: 20 power cuts under SQLite
12: figure: 5 power cuts under PostgreSQL
 1/2 Test  #12: crash.PowerCut ...................   Passed   20.11 sec
13: figure: 20 power cuts under SQLite
 2/2 Test  #13: crash.Kill .......................***Failed    1.00 sec
"""


class Prove(unittest.TestCase):
    def test_figures_are_added_up(self):
        self.assertEqual(prove.figures_of(SAID), {"power cuts under SQLite": 40, "power cuts under PostgreSQL": 5})

    def test_nothing_else_is_a_figure(self):
        self.assertEqual(prove.figures_of("no figure: 3 things\nfigure: many things\n"), {})

    def test_entries_and_seeds_are_found(self):
        self.assertEqual([(name, verdict) for name, verdict, _ in prove.ENTRY.findall(SAID)],
                         [("crash.PowerCut", "Passed"), ("crash.Kill", "***Failed")])
        self.assertEqual(prove.SEED.findall(SAID), ["BATON_SEED=77"])

    def test_the_table_has_a_line_for_each_figure(self):
        report = prove.table(2, prove.figures_of(SAID), 600)
        self.assertIn("2 rounds, 10 minutes", report)
        self.assertIn("| 40 | power cuts under SQLite |", report)


if __name__ == "__main__":
    unittest.main()
