import { MemoryAdapter } from '@authnest/testing';
import { aContext } from '../../../../test/support/a-context.js';
import { CallbackUseService } from './callback-use.service.js';

const params = new URLSearchParams({ state: 's', code: 'c' });
const USED = 'the callback was used before';
const redeem = () => Promise.resolve('tokens');

describe('a callback', () => {
  it('cannot be redeemed while it is being redeemed', async () => {
    const uses = new CallbackUseService();
    const ctx = aContext();
    let end = (): void => undefined;
    const first = uses.once(ctx, params, () => new Promise<void>((resolve) => (end = resolve)));

    await expect(uses.once(ctx, params, redeem)).rejects.toThrow(USED);

    end();
    await first;
  });

  it('can be redeemed after an attempt that failed', async () => {
    const uses = new CallbackUseService();
    const ctx = aContext({ config: { adapter: new MemoryAdapter() } });
    const failed = uses.once(ctx, params, () => Promise.reject(new Error('down')));
    await expect(failed).rejects.toThrow('down');

    expect(await uses.once(ctx, params, redeem)).toBe('tokens');
  });

  it('cannot be redeemed again by another instance that shares the store', async () => {
    const ctx = aContext({ config: { adapter: new MemoryAdapter() } });
    await new CallbackUseService().once(ctx, params, redeem);

    await expect(new CallbackUseService().once(ctx, params, redeem)).rejects.toThrow(USED);
  });

  it('is another one if its state differs, or its code if it has no state', async () => {
    const uses = new CallbackUseService();
    const ctx = aContext({ config: { adapter: new MemoryAdapter() } });

    for (const one of ['state=s&code=c', 'state=t&code=c', 'code=c', 'code=d']) {
      expect(await uses.once(ctx, new URLSearchParams(one), redeem)).toBe('tokens');
    }
    const again = uses.once(ctx, new URLSearchParams('code=d'), redeem);
    await expect(again).rejects.toThrow(USED);
  });
});
