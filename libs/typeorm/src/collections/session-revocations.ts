import type { AuthTable } from '../store/auth-table.js';
import type { RevocationRow } from '../store/auth-tables.js';
import type { JoinedLookUps } from '../store/joined-look-ups.js';
import type { Operation } from '../operations/operation.js';

/** The marks that {@link SessionRevocations.mark} stores. */
export interface EndMarks {
  readonly markers: readonly string[];
  readonly before: Date;
  readonly expires: Date;
}

/** Operations on the marks of sessions that providers have ended. */
export class SessionRevocations {
  constructor(
    private readonly table: AuthTable<RevocationRow>,
    private readonly byMarker: JoinedLookUps,
    private readonly operation: Operation,
  ) {}

  async mark({ markers, before, expires }: EndMarks): Promise<void> {
    const times = { endedBefore: before, expires };
    for (const marker of markers) await this.table.raise(this.operation, { marker }, { times });
  }

  /** Returns the latest time of the markers that have not expired. */
  async endedBefore(markers: readonly string[]): Promise<Date | null> {
    const now = Date.now();
    const found = await Promise.all(
      markers.map((marker) => this.byMarker.find(this.operation, marker)),
    );
    const marks = found.map((selected) => selected?.row as RevocationRow | undefined);
    const times = marks.flatMap((mark) =>
      mark && mark.expires.getTime() > now ? [mark.endedBefore.getTime()] : [],
    );
    return times.length === 0 ? null : new Date(Math.max(...times));
  }
}
