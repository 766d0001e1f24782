import { isOneAddress, normalizeEmail } from './normalize-email.js';

const LONG_LOCAL = 'a'.repeat(64);

describe('normalizeEmail', () => {
  it.each([
    ['  Foo@Example.com ', 'foo@example.com'],
    ['v+tag@x.example', 'v+tag@x.example'],
    ["o'brien@x.example", "o'brien@x.example"],
    ['first.last@x.example', 'first.last@x.example'],
    ['v@x', 'v@x'],
    ['V@MÜNCHEN.example', 'v@xn--mnchen-3ya.example'],
    ['v@xn--mnchen-3ya.example', 'v@xn--mnchen-3ya.example'],
    ['ｖ@x.example', 'v@x.example'],
    ['josé@x.example', 'josé@x.example'],
    ['jose\u0301@x.example', 'josé@x.example'],
    ['v@1and1.example', 'v@1and1.example'],
    [`${LONG_LOCAL}@x.example`, `${LONG_LOCAL}@x.example`],
  ])('reads %j (E18)', (input, address) => {
    expect(normalizeEmail(input)).toBe(address);
  });

  it.each([
    'a@evil.test,b@corp.example',
    'a@evil.test;b@corp.example',
    'a@evil.test b@corp.example',
    'a@evil.test%2Cb@corp.example',
    'a@evil.test\nb@corp.example',
    'foo@example.com,evil.com',
  ])('refuses %j, which has two recipients (A01)', (input) => {
    expect(normalizeEmail(input)).toBeNull();
  });

  it.each([
    '"e@evil.test"@corp.example',
    '"e@evil.test x"@corp.example',
    'e"x@corp.example',
    'foo@evil.com@example.com',
    'e\\@evil.test@corp.example',
  ])('refuses %j, which contains quotes or a second address (A02)', (input) => {
    expect(normalizeEmail(input)).toBeNull();
  });

  it.each([
    'a@evil.test\uFF20corp.example',
    'a@evil.test\uFE6Bcorp.example',
    'a\uFF20evil.test, b',
  ])('refuses %j, which contains a separator once it is normalized (A03)', (input) => {
    expect(normalizeEmail(input)).toBeNull();
  });

  it('refuses an address with HTML (A04)', () => {
    const input = 'v@corp.example, <a href="https://evil.test">prize</a>';

    expect(normalizeEmail(input)).toBeNull();
  });

  it.each([
    '',
    ' ',
    '@',
    'v@',
    '@x',
    'v',
    '<v@x>',
    'Name <v@x>',
    'v(c)@x',
    'v@[127.0.0.1]',
    'v@127.0.0.1',
    'v@127.1',
    'v@0x7f.1',
    'v@x.',
    'v@.x',
    'v@-x',
    'v@x-',
    'v@x..y',
    'v@x_y.example',
    'v@x。y',
    'v@ex%61mple.com',
    'v%40evil@x',
    'v%evil.test@x',
    'evil.test!v@x',
    '|cat@x',
    '.v@x',
    'v.@x',
    'v..w@x',
    '=?utf-8?q?v=40evil?=@x',
    'v\u200B@x.example',
    `${LONG_LOCAL}a@x.example`,
    `${'é'.repeat(33)}@x.example`,
    `v@${'a'.repeat(64)}.example`,
    `${LONG_LOCAL}@${`${'a'.repeat(62)}.`.repeat(3)}ab`,
    'v@xn--a.example',
    'v@sub.xn--0.example',
    'v@xn--',
  ])('refuses %j (E18)', (input) => {
    expect(normalizeEmail(input)).toBeNull();
  });

  it.each(['v@x.example\r\nBcc: w@x.example', 'v@x.example\r\n', 'v\0@x.example', '\tv@x.example'])(
    'refuses %j, which contains a control character (A49)',
    (input) => {
      expect(normalizeEmail(input)).toBeNull();
    },
  );

  it.each(['-oQ/tmp@corp.example', '--flag@corp.example', '/etc/x@corp.example'])(
    'refuses %j, which sendmail reads as an option or a file (A50)',
    (input) => {
      expect(normalizeEmail(input)).toBeNull();
    },
  );

  it.each(['(', '<', '@', 'a.', '"'])('refuses 100 kB of %j without delay (A50)', (piece) => {
    const started = process.cpuUsage();

    expect(normalizeEmail(piece.repeat(100_000 / piece.length))).toBeNull();
    // CPU time in microseconds, of all threads. To try every start would take many seconds.
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });

  it.each([
    [{ path: '/etc/hostname' }],
    [{ href: 'http://169.254.169.254/' }],
    [['v@x.example']],
    [12],
    [null],
    [undefined],
    [true],
  ])('refuses %j, which is not a string (A51)', (input) => {
    expect(normalizeEmail(input)).toBeNull();
  });

  it('distinguishes addresses that look alike (E19)', () => {
    expect(normalizeEmail('v@\u0430pple.example')).toBe('v@xn--pple-43d.example');
    expect(normalizeEmail('jose@x')).not.toBe(normalizeEmail('josé@x'));
  });
});

describe('isOneAddress', () => {
  it('accepts any letter case, since a custom normalizer may preserve it', () => {
    expect(isOneAddress('V@X.Example')).toBe(true);
  });

  it.each(['a@x,b@y', 'v@x\n', 'v', 'v@münchen.example'])('refuses %j', (address) => {
    expect(isOneAddress(address)).toBe(false);
  });
});
