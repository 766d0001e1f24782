import { aContext } from '../../../../test/support/a-context.js';
import { KeyringService } from '../crypto/keyring.service.js';
import { UserHandleService } from './user-handle.service.js';

const ID = '5f3c1c1e-9d0a-4b4e-8a53-0c9a0d8f7e11';
const [OLD, NEW] = [
  'old-secret-0123456789abcdef0123456789',
  'new-secret-0123456789abcdef0123456789',
];

describe('the user handle', () => {
  const handles = new UserHandleService(new KeyringService());
  const ctx = aContext({ config: { secret: OLD } });

  it('identifies its user, even after the secret has changed', () => {
    const handle = handles.issue(ctx, ID);

    expect(handle).toMatch(/^[0-9a-f]{64}$/);
    expect(handles.read(ctx, handle)).toBe(ID);
    expect(handles.read(aContext({ config: { secret: [NEW, OLD] } }), handle)).toBe(ID);
  });

  it('is not read if it was not issued by us', () => {
    const handle = handles.issue(ctx, ID);
    const altered = handle.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));

    for (const foreign of [altered, 'ab'.repeat(32), '', handle.slice(2), `${handle}00`]) {
      expect(handles.read(ctx, foreign)).toBeUndefined();
    }
    expect(handles.read(aContext({ config: { secret: NEW } }), handle)).toBeUndefined();
  });

  it('is random for an id that is not a UUID', () => {
    const handle = handles.issue(ctx, '17');

    expect(handle).toMatch(/^[0-9a-f]{64}$/);
    expect(handles.issue(ctx, '17')).not.toBe(handle);
    expect(handles.read(ctx, handle)).toBeUndefined();
  });
});
