import { heldBytes } from '../../../../test/support/held-bytes.js';
import { networkOf } from './network-of.js';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('for %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['192.0.2.1:51234', '192.0.2.1'],
    ['192.0.2.1:_hidden', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['[2001:db8::7]:51234', '2001:db8:0:0::/64'],
    ['"[2001:db8::7]:51234"', '2001:db8:0:0::/64'],
    ['[2001:db8::7]', '2001:db8:0:0::/64'],
    ['[::1]', '0:0:0:0::/64'],
    ['[fe80::1%25eth0]:443', 'fe80:0:0:0::/64'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ])('for %s, as proxies write it, is %s (N2)', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['64:ff9b::c000:201', '192.0.2.1'],
    ['[64:FF9B::192.0.2.1]:80', '192.0.2.1'],
    ['64:ff9b:1::192.0.2.1', '192.0.2.1'],
    ['64:ff9b:1:c000:2:100::', '64:ff9b:1:c000:2:100:0:0'],
    ['64:ff9b:1:fffe::192.0.2.1', '64:ff9b:1:fffe:0:0:c000:201'],
    ['::ffff:0:192.0.2.1', '192.0.2.1'],
    ['2002:c000:201:9::1', '192.0.2.1'],
    ['2001:0:102:304:8000:1234:3fff:fdfe', '192.0.2.1'],
  ])('for %s, which contains an IPv4 address, is %s (N9)', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is one for all 2^16 addresses that differ in their last group (K88)', () => {
    const addresses = Array.from({ length: 2 ** 16 }, (_, n) => `2001:db8:0:9::${n.toString(16)}`);

    expect(new Set(addresses.map(networkOf))).toEqual(new Set(['2001:db8:0:9::/64']));
  });

  it('differs for each IPv4 address behind one translator (N9)', () => {
    for (const prefix of ['64:ff9b::', '64:ff9b:1::', '64:ff9b:1:7::', '::ffff:0:', '::ffff:']) {
      const networks = Array.from({ length: 256 }, (_, n) => networkOf(`${prefix}198.51.100.${n}`));

      expect(new Set(networks).size).toBe(256);
    }
  });

  it.each([
    undefined,
    '',
    'localhost',
    'unknown',
    '_hidden',
    '_hidden:443',
    '192.0.2',
    '192.0.2.1, 192.0.2.2',
    '192.0.2.1:123456',
    '0300.0.2.1',
    '0x7f.1',
    '[::1',
    '::1]',
    '::1]/x',
    '[::1]/x',
    '[[::1]]',
    '2001:db8::/64',
    `${'1'.repeat(100_000)}.1`,
  ])('is unknown for %j', (address) => {
    expect(networkOf(address)).toBeUndefined();
  });

  it('does not keep in memory the header from which an address was cut (N1)', async () => {
    const starts = ['192.0.2.', '::ffff:198.51.100.', '2001:db8:0:'];
    const networks: (string | undefined)[] = [];

    const held = await heldBytes(() => {
      for (let n = 0; n < 750; n += 1) {
        const start = starts[n % starts.length] ?? '';
        const end = start.endsWith('.') ? `${n % 250}` : `${n}::1`;
        const header = `${' '.repeat(15_000)}${start}${end}`;
        networks.push(networkOf(header.slice(15_000)));
      }
    });

    expect(new Set(networks).size).toBe(750);
    // Less than the headers of one kind of address.
    expect(held).toBeLessThan(1_500_000);
  });
});
