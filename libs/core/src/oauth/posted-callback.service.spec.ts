import { jest } from '@jest/globals';
import { aContext } from '../../../../test/support/a-context.js';
import { KeyringService } from '../crypto/keyring.service.js';
import { InvalidRequest } from '../errors/internal.errors.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { ActionContext } from '../request/context/action-context.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import { PostedCallbackService } from './posted-callback.service.js';

describe('a form that a page posts to a callback', () => {
  it.each([
    ['one long field', { state: '='.repeat(1_000_000) }],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`f${at}`, '====='])),
    ],
  ])('is refused for its length before it is encoded: %s', async (_what, body) => {
    const service = new PostedCallbackService(new SealedCookieService(new KeyringService()));
    const encode = jest.spyOn(URLSearchParams.prototype, 'toString');
    const ctx = aContext({ request: { method: 'POST', body } }) as ActionContext;

    const refused = service.redirect(ctx, { id: 'forms' } as ResolvedOAuthProvider);

    await expect(refused).rejects.toThrow(InvalidRequest);
    expect(encode).not.toHaveBeenCalled();
    encode.mockRestore();
  });
});
