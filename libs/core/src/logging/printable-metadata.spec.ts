import { printableMetadata } from './printable-metadata.js';

const LONG = 'x'.repeat(90_000);

describe('printableMetadata', () => {
  it('cuts and cleans strings at every depth, and keeps all other values (I09)', () => {
    const at = new Date();
    const url = `https://${'a.'.repeat(40_000)}test`;

    const printed = printableMetadata({ url, list: [{ text: 'a\nb' }], at, nth: 1, off: false });

    expect(printed).toEqual({
      url: `${url.slice(0, 500)}…`,
      list: [{ text: 'a b' }],
      at,
      nth: 1,
      off: false,
    });
    expect(printableMetadata(undefined)).toBeUndefined();
    expect(printableMetadata('a\nb')).toBe('a b');
  });

  it('hides what looks like a secret, except our own ids and names (I01)', () => {
    const id = 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ';
    const metadata = { target: id, query: 'code=canary', userId: id, userIds: [id], handler: id };

    expect(printableMetadata(metadata)).toEqual({
      target: '[redacted]',
      query: 'code=[redacted]',
      userId: id,
      userIds: [id],
      handler: id,
    });
  });

  it('cuts long ids and keys, and leaves out what is nested too deep (I09)', () => {
    const loop: Record<string, unknown> = { userId: LONG, [LONG]: 1 };
    loop['again'] = loop;

    expect(JSON.stringify(printableMetadata(loop)).length).toBeLessThan(4000);
  });
});
