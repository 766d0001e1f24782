import { inspect } from 'node:util';
import { RequestSlot } from './request-slot.js';

describe('RequestSlot', () => {
  it('keeps the values of several slots apart', () => {
    const [first, second] = [new RequestSlot<string>(), new RequestSlot<string | null>()];
    const [request, other] = [{}, {}];
    first.set(request, 'one');
    second.set(request, null);
    second.set(other, 'two');

    expect([first.get(request), second.get(request)]).toEqual(['one', null]);
    expect([first.get(other), second.get(other)]).toEqual([undefined, 'two']);
  });

  it('returns the last value that was set', () => {
    const [first, second] = [new RequestSlot<string>(), new RequestSlot<string>()];
    const request = {};
    first.set(request, 'one');
    second.set(request, 'two');
    second.set(request, 'three');
    first.set(request, undefined);

    expect([first.get(request), second.get(request)]).toEqual([undefined, 'three']);
  });

  it('shares its value with a slot of the same name in another copy of the package (RP19)', () => {
    const [one, same, other] = ['a', 'a', 'b'].map((name) => new RequestSlot<string>(name));
    const request = {};
    one?.set(request, 'one');

    expect([same?.get(request), other?.get(request)]).toEqual(['one', undefined]);
  });

  it('shares its value between a request and an object derived from it', () => {
    const [slot, other] = [new RequestSlot<string>(), new RequestSlot<string>()];
    const request = {};
    slot.set(request, 'one');
    const derived = Object.create(request) as object;

    expect(slot.get(derived)).toBe('one');
    slot.set(derived, undefined);
    other.set(derived, 'two');
    expect([slot.get(request), other.get(request)]).toEqual([undefined, 'two']);
  });

  it('adds one property to the request, however many slots are used', () => {
    const request = {};
    for (const value of ['one', 'two', 'three']) new RequestSlot<string>().set(request, value);

    expect(Reflect.ownKeys(request)).toHaveLength(1);
  });

  it('hides its values when the request is printed (I07)', () => {
    const request = {};
    new RequestSlot<string>().set(request, 'canary');
    new RequestSlot<string>().set(request, 'canary');

    expect(inspect(request, { depth: null, showHidden: true })).not.toContain('canary');
    expect(JSON.stringify(request)).toBe('{}');
  });
});
