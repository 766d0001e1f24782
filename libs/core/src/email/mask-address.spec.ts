import { maskAddress } from './mask-address.js';

describe('maskAddress', () => {
  it.each([
    ['vera@corp.example', 'v•••@corp.example'],
    ['v@x', 'v•••@x'],
    ['𝒳y@x', '𝒳•••@x'],
  ])('masks %s as %s (F07)', (address, masked) => {
    expect(maskAddress(address)).toBe(masked);
  });
});
