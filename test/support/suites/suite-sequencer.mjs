import Sequencer from '@jest/test-sequencer';
import { isSuite, isWaiting } from './kinds.mjs';

/**
 * Keeps Jest's order, but mixes stories that wait with those that compute, so that processors stay
 * busy, and runs small files at the end, where a long one would run alone.
 */
export default class SuiteSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort([...tests]);
    const waiting = sorted.filter(({ path }) => isWaiting(path));
    const computing = sorted.filter(({ path }) => !isWaiting(path));
    const suites = computing.filter(({ path }) => isSuite(path));
    const others = computing.filter(({ path }) => !isSuite(path));
    return alternate(waiting, [...suites, ...others]);
  }
}

/** @returns the lists, merged evenly, with the order of each */
function alternate(...lists) {
  const placed = lists.flatMap((list) =>
    list.map((test, at) => ({ test, place: (at + 0.5) / list.length })),
  );
  return placed.sort((one, other) => one.place - other.place).map(({ test }) => test);
}
