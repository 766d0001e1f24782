import Sequencer from '@jest/test-sequencer';
import { isSuite, isWaiting } from './kinds.mjs';

/**
 * Jest's order, with stories that wait among those that compute, so that processors have work; and
 * small files at the end, where a long one would run alone.
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

/** @returns both lists in their orders, which end together */
function alternate(...lists) {
  const placed = lists.flatMap((list) =>
    list.map((test, at) => ({ test, place: (at + 0.5) / list.length })),
  );
  return placed.sort((one, other) => one.place - other.place).map(({ test }) => test);
}
