import type { Adapter } from '@authnest/core';
import type { Commands } from './commands.js';
import type { Keys } from './keys.js';
import { toTime } from './replies.js';
import { RAISE } from './scripts.js';

type Marks = Parameters<NonNullable<Adapter['markEnded']>>[0];

/** Marks of sessions that providers have ended. Redis expires them. */
export class LogoutMarks {
  constructor(
    private readonly commands: Commands,
    private readonly keys: Keys,
  ) {}

  async raise({ markers, before, expires }: Marks): Promise<void> {
    const times = [before.getTime(), expires.getTime()];
    const raised = markers.map((marker) =>
      this.commands.write((redis) =>
        redis.eval(RAISE, 1, this.keys.mark(marker), 'before', ...times),
      ),
    );
    await Promise.all(raised);
  }

  async latest(markers: readonly string[]): Promise<Date | null> {
    const found = await Promise.all(
      markers.map((marker) =>
        this.commands.send((redis) => redis.hget(this.keys.mark(marker), 'before')),
      ),
    );
    const latest = Math.max(...found.map(toTime));
    return Number.isFinite(latest) ? new Date(latest) : null;
  }
}
