import { SignedInGuard } from '@authnest/testing';
import { withEnvironment } from '../support/environment.js';

describe('SignedInGuard', () => {
  it('is refused in production, since it signs everybody in (RQ16)', async () => {
    await expect(
      withEnvironment({ NODE_ENV: 'production' }, async () => new SignedInGuard()),
    ).rejects.toThrow('SignedInGuard: for tests only');
  });
});
