import { InvalidRequest } from '../../errors/internal.errors.js';
import { MAX_DEPTH, MAX_MEMBERS } from './body-limit.js';
import { fieldsIn, parseBody } from './parse-body.js';

const JSON_TYPE = 'application/json';

/** Counts how many times members are read, at any depth. */
function counted<T extends object>(value: T): { body: T; reads: () => number } {
  let reads = 0;
  const watch = <V extends object>(one: V): V =>
    new Proxy(one, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (Object.hasOwn(target, name)) reads += 1;
        return typeof member === 'object' && member !== null ? watch(member) : member;
      },
    });
  return { body: watch(value), reads: () => reads };
}

/** Objects nested to the given depth. */
function nested(depth: number): object {
  let value: object = {};
  for (let at = 1; at < depth; at += 1) value = { a: value };
  return value;
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field-${n}`, '']));

describe('a body', () => {
  it.each([
    ['members', many(90_000)],
    ['empty lists', { data: Array.from({ length: 300_000 }, () => []) }],
    ['lists in lists', { data: Array.from({ length: 900 }, () => [[], [], []]) }],
    ['values of a form field', { a: Array.from({ length: 130_000 }, () => '') }],
    ['levels', nested(100_000)],
    ['members below several levels', { a: [[[[[[many(2000)]]]]]] }],
  ])('with too many %s is refused before most of it is read (N5)', (_what, value) => {
    const { body, reads } = counted(value);

    expect(() => parseBody(JSON_TYPE, body)).toThrow(InvalidRequest);
    expect(reads()).toBeLessThan(3 * MAX_MEMBERS);
  });

  it('with the maximum number of members or levels is read; one with more is refused (N5)', () => {
    expect(Object.keys(parseBody(JSON_TYPE, many(MAX_MEMBERS)) ?? {})).toHaveLength(MAX_MEMBERS);
    expect(parseBody(JSON_TYPE, nested(MAX_DEPTH))).toBeDefined();
    expect(() => parseBody(JSON_TYPE, many(MAX_MEMBERS + 1))).toThrow('more than 1000 values');
    expect(() => parseBody(JSON_TYPE, nested(MAX_DEPTH + 1))).toThrow('more than 32 levels');
  });

  it('allows one field to be read without reading the others (N5)', () => {
    const { body, reads } = counted({ ...many(90_000), csrfToken: 'token' });

    expect(fieldsIn(JSON_TYPE, body)?.get('csrfToken')).toBe('token');
    expect(fieldsIn(JSON_TYPE, body)?.get('toString')).toBeUndefined();
    expect(fieldsIn(JSON_TYPE, body)?.get('__proto__')).toBeUndefined();
    expect(reads()).toBe(1);
  });

  it.each([
    ['application/x-www-form-urlencoded', { a: ['1', '2'] }, '2'],
    ['application/json', { a: '1' }, '1'],
  ])('of type %s has the same value in fieldsIn and in parseBody', (type, parsed, value) => {
    expect(fieldsIn(type, parsed)?.get('a')).toBe(value);
    expect(parseBody(type, parsed)?.['a']).toBe(value);
  });

  it('has no fields if missing or of an unsupported type, and is refused if it is a list', () => {
    expect(fieldsIn('text/plain', { a: '1' })).toBeUndefined();
    expect(fieldsIn(undefined, { a: '1' })).toBeUndefined();
    expect(fieldsIn(JSON_TYPE, undefined)).toBeUndefined();
    expect(() => fieldsIn(JSON_TYPE, ['1'])?.get('a')).toThrow(InvalidRequest);
  });
});
