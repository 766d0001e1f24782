import { isSamePage } from './request-urls.js';

const ORIGIN = 'https://app.example';

function isSame(one: string, other: string): boolean {
  return isSamePage(new URL(one, ORIGIN), new URL(other, ORIGIN));
}

describe('isSamePage', () => {
  it('ignores queries, letter case and slashes at the end', () => {
    expect(isSame('/login?lang=de', '/Login//?x')).toBe(true);
    expect(isSame('/', '')).toBe(true);
    expect(isSame('/login', '/login/x')).toBe(false);
    expect(isSame('/login', '/log//in')).toBe(false);
    expect(isSame('/login', 'https://other.example/login')).toBe(false);
  });

  it('reads each slash of a long path once (O6)', () => {
    const before = process.cpuUsage();

    expect(isSame('/login', `/a${'/'.repeat(60_000)}x`)).toBe(false);

    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
