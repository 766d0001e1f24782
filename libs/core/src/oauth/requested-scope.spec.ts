import { normalizeOAuthProvider } from '../provider/normalize-oauth-provider.js';
import { OAuth, type OAuthConfig } from '../provider/oauth-provider.js';
import { attemptOf } from './attempt.js';
import { requestedScope, scopeToStore } from './requested-scope.js';

const providerOf = (own: Partial<OAuthConfig>) =>
  normalizeOAuthProvider(
    OAuth({
      id: 'idp',
      name: 'IdP',
      authorization: 'https://idp.example/authorize?scope=read',
      token: 'https://idp.example/token',
      ...own,
    }),
  );
const OPEN = { authorizationParams: ['scope'] };

describe('the requested scope', () => {
  it('is stored only if the caller may set it', () => {
    expect(scopeToStore(providerOf({}), { scope: 'all' })).toBeUndefined();
    expect(scopeToStore(providerOf(OPEN), { scope: 'all' })).toBe('all');
    expect(scopeToStore(providerOf(OPEN), { scope: '' })).toBe('');
  });

  it('is that of the authorization URL if there is no parameter', () => {
    expect(scopeToStore(providerOf(OPEN), {})).toBe('read');
    expect(requestedScope(providerOf({}), {})).toBe('read');
  });

  it('is the configured one if the caller may not set it, whatever the attempt contains', () => {
    expect(requestedScope(providerOf({}), { scope: 'all' })).toBe('read');
  });

  it('is unknown if the caller may set it and the attempt of an older version lacks it', () => {
    expect(requestedScope(providerOf(OPEN), attemptOf({ nonce: 'n' }))).toBeUndefined();
    expect(requestedScope(providerOf(OPEN), attemptOf({ scope: ['all'] }))).toBeUndefined();
  });

  it('is unknown if none is requested, or if it is too long to store', () => {
    expect(requestedScope(providerOf(OPEN), { scope: '' })).toBeUndefined();
    expect(scopeToStore(providerOf(OPEN), { scope: 'x'.repeat(512) })).toHaveLength(512);
    expect(scopeToStore(providerOf(OPEN), { scope: 'x'.repeat(513) })).toBeUndefined();
  });
});
