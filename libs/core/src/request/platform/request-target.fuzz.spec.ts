import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../../test/support/fuzz.js';
import { aTarget } from '../../../../../test/support/request-targets.js';
import { InvalidRequest } from '../../errors/internal.errors.js';
import { parseRequestTarget } from './request-target.js';

describe('parseRequestTarget', () => {
  it(
    'refuses a target, or returns a path that every URL parser leaves unchanged (S1, N11)',
    () => {
      fc.assert(
        fc.property(fc.oneof(aTarget, fc.string({ unit: 'binary' })), (target) => {
          try {
            const { path, search } = parseRequestTarget(target, 'app.com');
            const url = new URL(`https://app.com${path}?${search}`);
            const relative = new URL(path, 'https://app.com');
            return (
              url.origin === 'https://app.com' &&
              url.pathname === path &&
              url.hash === '' &&
              relative.href === `https://app.com${path}`
            );
          } catch (thrown) {
            if (thrown instanceof InvalidRequest) return true;
            throw thrown;
          }
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
