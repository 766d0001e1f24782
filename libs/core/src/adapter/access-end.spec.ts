import { accessEnd, isOver } from './access-end.js';

const END = new Date('2026-05-06T07:08:09.123Z');
const [BEFORE, AFTER] = [-1, 1].map((by) => new Date(END.getTime() + by));

describe.each([
  ['a Date', (time: Date) => time],
  ['a string, as of a cache that keeps JSON', (time: Date) => time.toJSON()],
  ['a number', (time: Date) => time.getTime()],
])('times as %s', (_name, as) => {
  const user = { accessEndedAt: as(END) as Date };

  it('end the sessions that began before, and no later ones (LT8)', () => {
    expect(accessEnd(user)).toBe(END.getTime());
    const began = [BEFORE, END, AFTER].map((time) => isOver(as(time as Date) as Date, user));
    expect(began).toEqual([true, true, false]);
  });
});

it.each([null, undefined, new Date(Number.NaN), 'never' as unknown as Date])(
  'no time (%s) ends nothing, and begins no session that ends',
  (time) => {
    expect(accessEnd({ accessEndedAt: time })).toBe(0);
    expect(isOver(time, { accessEndedAt: END })).toBe(false);
    expect(isOver(END, { accessEndedAt: time })).toBe(false);
  },
);
