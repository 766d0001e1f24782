import { MemoryAdapter } from '@authnest/testing';
import { aContext } from '../../../../../test/support/a-context.js';
import { sessionTokenPrefix } from '../../crypto/session-token-prefix.js';
import { realmOf } from '../../crypto/realm.js';
import { presentedTokens } from './presented-tokens.js';

describe('presentedTokens', () => {
  const presented = (token: string, tenant?: string) =>
    presentedTokens(
      aContext({
        config: { adapter: new MemoryAdapter(), tenant },
        cookie: `authjs.session-token=${token}`,
      }),
    );

  it('returns a token of up to 512 characters, and none that is longer than every issued one (O6)', () => {
    expect(presented('a'.repeat(512))).toEqual(['a'.repeat(512)]);
    expect(presented('a'.repeat(513))).toEqual([]);
  });

  it('allows for the prefix of a tenant, and returns only tokens with it (U2)', () => {
    const prefix = sessionTokenPrefix(realmOf({ tenant: 'acme' }));

    expect(presented(prefix + 'a'.repeat(512), 'acme')).toEqual([prefix + 'a'.repeat(512)]);
    expect(presented(prefix + 'a'.repeat(513), 'acme')).toEqual([]);
    expect(presented('a'.repeat(64), 'acme')).toEqual([]);
    expect(presented(prefix + 'a'.repeat(64))).toEqual([]);
  });
});
