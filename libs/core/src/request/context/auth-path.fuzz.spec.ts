import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../../../test/support/fuzz.js';
import { authActions, isAuthAction } from '../../model/auth-action.js';
import { parseAuthPath } from './auth-path.js';

const endpoints = new Map(
  authActions.map((action) => [action, { action, takesProvider: action !== 'session' }]),
);
const segment = fc.oneof(
  fc.constantFrom(...authActions, 'auth', 'undefined', '..', '.', '', '%2F', '__proto__'),
  fc.string({ unit: 'binary' }),
);
const path = fc.oneof(
  fc.array(segment, { maxLength: 5 }).map((all) => `/auth/${all.join('/')}`),
  fc.string({ unit: 'binary' }),
);

describe('parseAuthPath, for any path', () => {
  it(
    'returns an action, with a provider id that contains no slash if there is one, or null',
    () => {
      fc.assert(
        fc.property(path, (text) => {
          const parsed = parseAuthPath(text, '/auth', endpoints);
          if (parsed === null) return true;
          const { action, providerId } = parsed;
          return isAuthAction(action) && providerId !== '' && !providerId?.includes('/');
        }),
        FUZZ,
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
