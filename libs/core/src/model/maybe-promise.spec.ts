import { definedOnly } from './defined-only.js';
import { isPromiseLike, whenReady } from './maybe-promise.js';
import { originOfHost } from './hosts.js';

/** Creates an object with the given member `then`. */
const having = (member: unknown) =>
  Object.defineProperty({}, ['t', 'hen'].join(''), { value: member });

describe('whenReady', () => {
  it('continues synchronously with a value', () => {
    expect(whenReady(1, (value) => value + 1)).toBe(2);
  });

  it('waits for a promise', async () => {
    const later = whenReady(Promise.resolve(1), (value) => value + 1);

    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe(2);
  });
});

describe('isPromiseLike', () => {
  it('accepts a promise, and any object with a method `then`', () => {
    expect(isPromiseLike(Promise.resolve())).toBe(true);
    expect(isPromiseLike<unknown>(having(() => undefined))).toBe(true);
  });

  it.each([[null], [undefined], [1], ['then'], [{}], [having(1)]])('refuses %j', (value) => {
    expect(isPromiseLike<unknown>(value)).toBe(false);
  });
});

describe('definedOnly', () => {
  it('removes undefined members and keeps all others', () => {
    expect(Object.keys(definedOnly({ a: 1, b: undefined, c: null, d: false, e: '' }))).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
    expect(definedOnly(undefined)).toEqual({});
  });
});

describe('originOfHost', () => {
  it.each([
    ['https', 'app.example', 'https://app.example'],
    ['https', 'APP.example:443', 'https://app.example'],
    ['http', 'localhost:3000', 'http://localhost:3000'],
    ['http', '[::1]:3000', 'http://[::1]:3000'],
  ])('combines %s and %s into %s', (protocol, host, origin) => {
    expect(originOfHost(protocol, host)).toBe(origin);
  });

  it.each([
    ['https', ''],
    ['https', 'user@app.example'],
    ['https', 'app.example/x'],
    ['https', 'app.example, evil.test'],
    ['https', 'app.example:x'],
    ['https', 'app.example?x'],
    ['https', 'app.example\\x'],
    ['ftp', 'app.example'],
    ['https:', 'app.example'],
    ['', 'app.example'],
  ])('returns undefined for %j and %j (E11)', (protocol, host) => {
    expect(originOfHost(protocol, host)).toBeUndefined();
  });
});
