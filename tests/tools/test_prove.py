"""What tools/prove.py makes of what the suites say."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import prove  # noqa: E402

SAID = """\
12: BATON_SEED=77 at commit abc
12: figure: 20 power cuts under SQLite
12: figure: 5000 power cuts under PostgreSQL
12: longest: 80 ms until there was progress after a heal
 1/3 Test  #12: crash.PowerCut ...................   Passed   20.11 sec
1: BATON_SEED=3 at commit abc
13: BATON_SEED=78 at commit abc
13: figure: 20 power cuts under SQLite
13: longest: 70 ms until there was progress after a heal
 2/3 Test  #13: crash.Kill .......................***Failed    1.00 sec
 3/3 Test  #14: crash.Odd ........................***Skipped   1.00 sec
"""


def tally_of(text):
    tally = prove.Tally()
    tally.add(text)
    return tally


class Prove(unittest.TestCase):
    def test_figures_are_added_up(self):
        self.assertEqual(tally_of(SAID).sums, {"power cuts under SQLite": 40, "power cuts under PostgreSQL": 5000})

    def test_of_waits_the_longest_is_kept(self):
        self.assertEqual(tally_of(SAID).longest, {"until there was progress after a heal": 80})

    def test_nothing_else_is_a_figure(self):
        tally = tally_of("no figure: 3 things\nfigure: many things\nthe longest: 3 ms\n")
        self.assertEqual((tally.sums, tally.longest), ({}, {}))

    def test_a_failure_is_told_with_its_own_seeds(self):
        self.assertEqual(prove.failures_in(SAID), [("crash.Kill", ["BATON_SEED=78"])])

    def test_a_suite_that_died_failed(self):
        died = "14: BATON_SEED=5 at commit abc\n 3/3 Test  #14: model.Model .....Subprocess aborted***Exception:  76.96 sec\n"
        self.assertEqual(prove.failures_in(died), [("model.Model", ["BATON_SEED=5"])])
        died = "12/63 Test #158: fault.PostgresClient ....***Exception: SegFault  2.82 sec\n"
        self.assertEqual(prove.failures_in(died), [("fault.PostgresClient", [])])

    def test_the_table_has_a_line_for_each_figure_and_wait(self):
        report = tally_of(SAID).table(2, 600, 14, 30)
        self.assertIn("2 rounds, 10 minutes", report)
        self.assertIn("| 40 | power cuts under SQLite |", report)
        self.assertIn("| 5 000 | power cuts under PostgreSQL |", report)
        self.assertIn("| 14 | fuzzers for 30 s each", report)
        self.assertIn("| 80 ms | until there was progress after a heal |", report)

    def test_less_than_was_promised_is_noticed(self):
        broken = tally_of(SAID).broken_promises(3)
        self.assertIn("power cuts under SQLite: 40 of 60", broken)
        self.assertEqual(len(broken), len(prove.PROMISED) - 1)  # PostgreSQL has more than enough

    def test_the_fuzzers_have_their_share_of_the_time(self):
        self.assertEqual(prove.fuzz_seconds(0, 14), 30)
        self.assertEqual(prove.fuzz_seconds(60, 14), 30)
        self.assertEqual(prove.fuzz_seconds(7, 14), 7)

    def test_another_round_begins_only_if_most_of_it_fits(self):
        fits = prove.another_round_fits
        self.assertTrue(fits(begun=0, now=2400, minutes=60, last_round=1200, fuzzing=420))
        self.assertFalse(fits(begun=0, now=2700, minutes=60, last_round=1200, fuzzing=420))
        self.assertFalse(fits(begun=0, now=1, minutes=0, last_round=10, fuzzing=0))


if __name__ == "__main__":
    unittest.main()
