import { someOf } from '../support/effort.js';
import { SECRET } from '../support/test-app.js';
import type { SoakApp } from '../../ops/soak/soak-app.child.js';
import { soak } from '../../ops/soak/soak.js';
import type { SoakFigures } from '../../ops/soak/soak-figures.js';

/** A five hundredth of the work of `ops/run soak`. */
const WORK = { reads: 2000, signIns: 200, aborted: 40 };
/**
 * Maximum growth of the heap in half of the run, in bytes. The limits store the networks of up to a
 * thousand more users (of at most ten thousand); a read may add less than 200 bytes.
 */
const ROOM = 2_000_000;

/** On a busy machine, one or two may stay open; a leak would leave one per aborted request. */
const SOCKETS = 5;

const APPS: readonly Omit<SoakApp, 'secret'>[] = [
  { platform: 'express', sessions: 'stateless' },
  { platform: 'fastify', sessions: 'in SQLite' },
];

describe('an application under load, with limits', () => {
  it.each(someOf(APPS, 1))(
    'leaks no sockets, handles, timers or memory on $platform, sessions $sessions (H25)',
    async (app) => {
      const reported: SoakFigures[] = [];

      await soak({ ...app, secret: SECRET }, WORK, (figures) => reported.push(figures));

      const [warm, ...quarters] = reported.map(({ handles, timers }) => ({ handles, timers }));
      expect(quarters).toEqual([warm, warm, warm, warm]);
      expect(Math.max(...reported.map(({ sockets }) => sockets))).toBeLessThan(SOCKETS);
      const [, , second, , fourth] = reported.map(({ heap }) => heap);
      expect((fourth ?? NaN) - (second ?? NaN)).toBeLessThan(ROOM);
    },
    300_000,
  );
});
