import { InvalidRequest } from '../../errors/internal.errors.js';
import { fieldsIn, parseBody, repeatedFields } from './parse-body.js';
import { parseQuery } from './parse-query.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

describe('parseBody', () => {
  it.each([
    JSON_TYPE,
    'APPLICATION/JSON',
    ' application/json',
    'application/json; charset=utf-8',
    'application/json;junk',
    FORM_TYPE,
    'application/x-www-form-urlencoded; charset=UTF-8',
  ])('returns the fields of a body of type %j', (type) => {
    expect({ ...parseBody(type, { csrfToken: 't' }) }).toEqual({ csrfToken: 't' });
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'text/plain; application/json',
    'application/json\ta',
    'application/json junk',
    'application/jsonp',
    'application/json,text/plain',
    'multipart/form-data; boundary=application/json',
  ])('returns no fields for the type %j, so that the CSRF token is missing (A37)', (type) => {
    expect(parseBody(type, { csrfToken: 't' })).toBeUndefined();
  });

  it('returns the last value of a form field that was sent twice', () => {
    expect(parseBody(FORM_TYPE, { a: ['1', '2'] })?.['a']).toBe('2');
  });

  it('lists the form fields that were sent twice (C06)', () => {
    expect(repeatedFields(FORM_TYPE, { a: ['1', '2'], b: '3' })).toEqual(['a']);
    expect(repeatedFields(JSON_TYPE, { a: ['1', '2'] })).toEqual([]);
    expect(repeatedFields(undefined, undefined)).toEqual([]);
  });

  it('keeps a list in JSON as a list', () => {
    expect(parseBody(JSON_TYPE, { a: ['1', '2'] })?.['a']).toEqual(['1', '2']);
  });

  it.each([undefined, null])('treats %s as a missing body', (parsed) => {
    expect(parseBody(JSON_TYPE, parsed)).toBeUndefined();
  });

  it.each([[[1]], ['text'], [1], [true], [Buffer.from('{}')]])('refuses %j (E15)', (parsed) => {
    expect(() => parseBody(JSON_TYPE, parsed)).toThrow(InvalidRequest);
  });

  it.each([
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"prototype":{"admin":true}}',
  ])('ignores the special key in %s (E14)', (text) => {
    const body = parseBody(JSON_TYPE, JSON.parse(text));

    expect(Object.keys(body ?? {})).toEqual([]);
    expect(body?.['admin']).toBeUndefined();
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('returns an object without a prototype, so that no field is inherited (E14)', () => {
    const body = parseBody(JSON_TYPE, { a: 1 });

    expect(body?.['toString']).toBeUndefined();
    expect(body?.['constructor']).toBeUndefined();
  });
});

describe('parseQuery', () => {
  it('returns the last value of a repeated parameter', () => {
    expect({ ...parseQuery('?a=1&b=2&a=3') }).toEqual({ a: '3', b: '2' });
  });

  it('reads a query with or without the question mark', () => {
    expect({ ...parseQuery('?a=1') }).toEqual({ ...parseQuery('a=1') });
  });

  it.each(['a=%', 'a=%E0%A4%A', 'a=%C0%AF'])('reads the broken encoding %s (E17)', (search) => {
    expect(typeof parseQuery(search)['a']).toBe('string');
  });

  it.each(['__proto__[x]=1', '__proto__=1', 'constructor=1', 'constructor[prototype][x]=1'])(
    'returns an object without a prototype and changes no other for %s (E14)',
    (search) => {
      const query = parseQuery(search);

      expect(Object.getPrototypeOf(query)).toBeNull();
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    },
  );

  it('returns no parameter that was not sent', () => {
    expect(parseQuery('')['toString']).toBeUndefined();
  });
});

describe('fieldsIn', () => {
  const body: unknown = JSON.parse('{"a":"1","__proto__":"x","constructor":"x","prototype":"x"}');

  it('reads the same fields as parseBody, one by one', () => {
    const fields = fieldsIn(JSON_TYPE, body);
    const names = ['a', '__proto__', 'constructor', 'prototype', 'toString'];

    const found = Object.fromEntries(names.map((name) => [`of ${name}`, fields?.get(name)]));

    expect(parseBody(JSON_TYPE, body)).toEqual({ a: '1' });
    expect(found).toEqual({ 'of a': '1' });
  });
});
