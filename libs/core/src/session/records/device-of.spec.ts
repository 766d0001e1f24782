import { MemoryAdapter } from '@authnest/testing';
import { aContext } from '../../../../../test/support/a-context.js';
import { deviceOf } from './device-of.js';

/** Returns what is stored about the device at an address. */
const storedFor = (address: string, kept?: 'full' | 'network' | 'off') =>
  deviceOf(
    aContext({
      config: { adapter: new MemoryAdapter(), session: { device: { address: kept } } },
      request: { address },
    }),
  );

describe('the address of a device', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:0:7::1', '2001:db8::/48'],
  ])('%s is stored as the network %s (K42)', (address, network) => {
    expect(storedFor(address)).toEqual({ address: network });
  });

  it.each(['2001:db8:0:7::1', '192.0.2.77'])('%s is stored whole if configured', (address) => {
    expect(storedFor(address, 'full')).toEqual({ address });
  });

  it.each(['', 'unknown', '192.0.2.77, 192.0.2.1'])('%j is not stored', (address) => {
    expect(storedFor(address)).toEqual({});
  });
});
