"""The standings again, as docs/standings.md says them: slowly, entrant by entrant, without arrays.

What the tests compare `scoring.standings` with. Every function is written from the document.
"""

from fractions import Fraction

from scoring.standings.counting import Counting
from tournaments.formats.core import THIRD_PLACE
from tournaments.pairing.draw import shuffled


class Reference:
    def __init__(self, entrants, outcomes, seed, counted, counting=None, extras=None):
        self.entrants = {entrant.number: entrant for entrant in entrants}
        self.outcomes = sorted(outcomes, key=lambda outcome: outcome.round)
        self.seed, self.counted = seed, counted
        self.counting = counting or Counting()
        self.extras = extras
        self.last_round = max((outcome.round for outcome in outcomes), default=0)
        numbers = set(self.entrants) | {side for one in outcomes for side in one.sides}
        self.of = {
            number: [one for one in self.outcomes if number in one.sides] for number in numbers
        }

    # --- One match ------------------------------------------------------------------------------
    def team(self, outcome, number):
        return outcome.sides.index(number) // outcome.partners

    def rivals(self, outcome, number):
        if outcome.kind == "bye":
            return [number]
        mine = self.team(outcome, number)
        return [one for one in outcome.sides if self.team(outcome, one) != mine]

    def result(self, outcome, number):
        counting = self.counting
        if outcome.kind == "bye":
            said = counting.bye or ("win" if outcome.winner is not None else "nothing")
            return {"win": "won", "draw": "drawn"}.get(said, "rest")
        if outcome.winner is None:
            return "drawn"
        won = self.team(outcome, number) == self.team(outcome, outcome.winner)
        return "won" if won else "lost"

    def per_team(self, outcome, tally):
        """What each side counts of a tally, forfeits and cap applied."""
        teams = -(-len(outcome.sides) // outcome.partners)
        numbers = list(outcome.tallies.get(tally, ()))[:teams]
        numbers += [0] * (teams - len(numbers))
        if outcome.kind == "bye" and self.counting.bye in ("draw", "mean", "nothing"):
            return [0] * teams
        credit = self.counting.forfeit_counted
        if outcome.kind == "forfeit" and tally == self.counted and credit is not None:
            winner = outcome.sides.index(outcome.winner) // outcome.partners
            numbers = [credit if team == winner else 0 for team in range(teams)]
        cap = self.counting.cap
        return [min(number, cap) for number in numbers] if cap else numbers

    def own(self, outcome, number, tally=None):
        tally = tally or self.counted
        if outcome.kind == "bye" and tally == self.counted:
            if self.counting.bye_counted is not None:
                return self.counting.bye_counted
            if self.counting.bye == "mean":
                return self.mean(outcome.round, self.own)
        return self.per_team(outcome, tally)[self.team(outcome, number)]

    def difference(self, outcome, number, tally=None):
        tally = tally or self.counted
        counting = self.counting
        if outcome.kind == "bye":
            if tally == self.counted and (
                not counting.bye_in_difference
                or (counting.bye == "mean" and counting.bye_counted is None)
            ):
                return 0
            found = self.own(outcome, number, tally)
        else:
            numbers = self.per_team(outcome, tally)
            found = 2 * numbers[self.team(outcome, number)] - sum(numbers)
        most = counting.cap_difference
        return max(-most, min(most, found)) if most else found

    def against(self, outcome, number, tally=None):
        """What the other sides counted in that match; nobody does anything against who rests."""
        if outcome.kind == "bye":
            return 0
        numbers = self.per_team(outcome, tally or self.counted)
        return sum(numbers) - numbers[self.team(outcome, number)]

    def gain(self, outcome, number):
        counting, result = self.counting, self.result(outcome, number)
        if outcome.kind == "bye":
            if counting.bye == "mean":
                return self.mean(outcome.round, self.gain)
            win = counting.table[0] if counting.table else counting.win
            return {"won": win, "drawn": counting.draw, "rest": 0}[result]
        if outcome.kind == "forfeit":
            special = {"won": counting.forfeit_win, "lost": counting.forfeit_loss}.get(result)
            if special is not None:
                return special
        if counting.table:
            numbers = self.per_team(outcome, self.counted)
            mine = numbers[self.team(outcome, number)]
            above = sum(one > mine for one in numbers)
            level = sum(one == mine for one in numbers)
            prizes = [*counting.table, *[0] * len(numbers)]
            return sum(prizes[above : above + level]) // level
        return {"won": counting.win, "drawn": counting.draw, "lost": counting.loss}[result]

    def mean(self, round, what):
        values = [
            what(outcome, number)
            for outcome in self.outcomes
            if outcome.round == round and outcome.kind != "bye"
            for number in outcome.sides
        ]
        return (2 * sum(values) + len(values)) // (2 * len(values)) if values else 0

    # --- One entrant ----------------------------------------------------------------------------
    def results(self, number):
        return [self.result(outcome, number) for outcome in self.of[number]]

    def best(self, number, what):
        counting = self.counting
        idle = counting.bye != "mean" and counting.bye_counted is None
        values = [
            what(outcome, number)
            for outcome in self.of[number]
            if not (idle and self.result(outcome, number) == "rest")
        ]
        return sum(sorted(values, reverse=True)[: counting.best or None])

    def wins(self, number):
        return self.results(number).count("won")

    def points(self, number):
        return self.best(number, self.gain)

    def all_rivals(self, number):
        return [rival for outcome in self.of[number] for rival in self.rivals(outcome, number)]

    def decided(self, number):
        return sum(result != "rest" for result in self.results(number))

    def halves(self, number):
        return 2 * self.wins(number) + self.results(number).count("drawn")

    # --- The tie-breaks -------------------------------------------------------------------------
    def value(self, key, number, tied):
        part, _, tally = key.partition(":")
        if tally:
            own = sum(self.own(outcome, number, tally) for outcome in self.of[number])
            diff = sum(self.difference(outcome, number, tally) for outcome in self.of[number])
            against = sum(self.against(outcome, number, tally) for outcome in self.of[number])
            return {"for": own, "diff": diff, "against": -against}[part]
        return getattr(self, f"by_{key}")(number, tied)

    def by_wins(self, number, tied):
        return self.wins(number)

    def by_points(self, number, tied):
        return self.points(number)

    def by_played(self, number, tied):
        return self.decided(number)

    def by_wins_per_match(self, number, tied):
        played = self.decided(number)
        return int(Fraction(1_000_000 * self.halves(number), 2 * played)) if played else 0

    def by_drawn(self, number, tied):
        return self.results(number).count("drawn")

    def by_lost(self, number, tied):
        return -self.results(number).count("lost")

    def by_counted_won(self, number, tied):
        return self.best(number, self.own)

    def by_counted_diff(self, number, tied):
        return self.best(number, self.difference)

    def by_counted_lost(self, number, tied):
        return -sum(self.against(outcome, number) for outcome in self.of[number])

    def by_best_round(self, number, tied):
        played = [one for one in self.of[number] if one.kind != "bye"]
        return max((self.own(outcome, number) for outcome in played), default=0)

    def by_penalties(self, number, tied):
        return -self.extras.penalties.get(number, 0) if self.extras else 0

    def by_progressive(self, number, tied):
        return sum(
            self.gain(outcome, number)
            for after in range(1, self.last_round + 1)
            for outcome in self.of[number]
            if outcome.round <= after
        )

    def by_first_there(self, number, tied):
        return -max((one.round for one in self.of[number] if self.gain(one, number) > 0), default=0)

    def by_buchholz(self, number, tied):
        return sum(self.wins(rival) for rival in self.all_rivals(number))

    def by_rivals_points(self, number, tied):
        return sum(self.points(rival) for rival in self.all_rivals(number))

    def by_buchholz_cut1(self, number, tied):
        points = sorted(self.points(rival) for rival in self.all_rivals(number))
        return sum(points[1:])

    def by_median(self, number, tied):
        points = sorted(self.points(rival) for rival in self.all_rivals(number))
        return sum(points[1:-1])

    def by_sonneborn(self, number, tied):
        worth = {"won": 2, "drawn": 1}
        return sum(
            worth.get(self.result(outcome, number), 0) * self.points(rival)
            for outcome in self.of[number]
            for rival in self.rivals(outcome, number)
        )

    def by_rivals_percentage(self, number, tied):
        rivals = self.all_rivals(number)
        played = sum(self.decided(rival) for rival in rivals)
        halves = sum(self.halves(rival) for rival in rivals)
        return 1_000_000 * halves // (2 * played) if played else 0

    def by_wins_against_best(self, number, tied):
        points = sorted((self.points(one) for one in self.entrants), reverse=True)
        bar = points[(len(points) - 1) // 2]
        best = {one for one in self.entrants if self.points(one) >= bar}
        return sum(
            self.result(outcome, number) == "won"
            and any(rival in best and rival != number for rival in self.rivals(outcome, number))
            for outcome in self.of[number]
        )

    def by_head_to_head(self, number, tied):
        if len(tied) != 2:
            return 0
        (other,) = set(tied) - {number}
        return sum(
            self.result(outcome, number) == "won" and other in self.rivals(outcome, number)
            for outcome in self.of[number]
        )

    def by_mini_league(self, number, tied):
        order = self.league(list(tied))
        at = next(place for place, group in enumerate(order) if number in group)
        return sum(len(group) for group in order[at + 1 :])

    def league(self, group):
        """The group in parts, best first: points, difference and favour among them, again in each
        part."""

        def among(number):
            met = [
                outcome
                for outcome in self.of[number]
                if any(one in group and one != number for one in self.rivals(outcome, number))
            ]
            return tuple(
                sum(what(outcome, number) for outcome in met)
                for what in (self.gain, self.difference, self.own)
            )

        values = {number: among(number) for number in group}
        parts = [
            [number for number in group if values[number] == value]
            for value in sorted(set(values.values()), reverse=True)
        ]
        if len(parts) == 1:
            return parts
        return [small for part in parts for small in self.league(part)]

    def by_lot(self, number, tied):
        if len(tied) < 2:
            return 0
        return len(tied) - shuffled(tied, self.seed, "lot").index(number)

    def by_exit_round(self, number, tied):
        mine = self.of[number]
        bracket = [one for one in mine if one.purpose != THIRD_PLACE]
        lost = [one.round for one in bracket if self.result(one, number) == "lost"]
        if lost:
            third = [self.result(one, number) for one in mine if one.purpose == THIRD_PLACE]
            return 10 * min(lost) + (2 if "won" in third else 1 if "lost" in third else 0)
        won = [one for one in bracket if one.kind == "bye" or self.result(one, number) == "won"]
        through = max((one.round for one in won), default=0)
        if any(one.purpose == "final" for one in won):
            return 10 * through + 9
        active = number in self.entrants and self.entrants[number].active
        if self.extras and number in self.extras.undrawn:
            return 0
        left_out = through < self.last_round - 1
        if (not through and (left_out or not active)) or not self.last_round:
            return 0
        if left_out:
            return 10 * (through + 1)
        return 10 * self.last_round + (6 if through == self.last_round else 5)

    # --- The order ------------------------------------------------------------------------------
    def order(self, chain):
        """[(numbers that share the place, their values by key)], best first."""
        last = self.extras.last if self.extras else ()
        groups = [
            sorted(number for number in self.entrants if (number in last) == low)
            for low in (False, True)
        ]
        groups = [(group, {number: [] for number in group}) for group in groups if group]
        for key in chain:
            split = []
            for group, values in groups:
                found = {number: self.value(key, number, group) for number in group}
                for number in group:
                    values[number].append((key, found[number]))
                for value in sorted(set(found.values()), reverse=True):
                    part = [number for number in group if found[number] == value]
                    split.append((part, {number: values[number] for number in part}))
            groups = split
        return groups
