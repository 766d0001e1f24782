import Sequencer from '@jest/test-sequencer';
import { isSlow, isSuite } from './kinds.mjs';

/**
 * Keeps Jest's order, but starts with what takes longest, and ends with small files. Without the
 * times of an earlier run, Jest goes by the size of a file, which says nothing about a suite.
 */
export default class SuiteSequencer extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => (isSlow(path) ? 0 : isSuite(path) ? 1 : 2);
    return super.sort([...tests]).toSorted((one, other) => rank(one) - rank(other));
  }
}
