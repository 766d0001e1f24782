import type { AuthTable } from '../store/auth-table.js';
import type { RevocationRow } from '../store/auth-tables.js';
import type { JoinedLookUps } from '../store/joined-look-ups.js';
import type { Operation } from '../operations/operation.js';
import { unlessTaken } from '../store/unless-taken.js';

/** The marks that {@link SessionRevocations.mark} stores. */
export interface EndMarks {
  readonly markers: readonly string[];
  readonly before: Date;
  readonly expires: Date;
}

/** How many times to try to set a mark, since a clean-up may delete the row in between. */
const ATTEMPTS = 3;

/** Operations on the marks of sessions that providers have ended. */
export class SessionRevocations {
  constructor(
    private readonly table: AuthTable<RevocationRow>,
    private readonly byMarker: JoinedLookUps,
    private readonly operation: Operation,
  ) {}

  async mark({ markers, before, expires }: EndMarks): Promise<void> {
    for (const marker of markers) await this.markOne({ marker, endedBefore: before, expires });
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

  private async markOne(mark: RevocationRow): Promise<void> {
    const { marker, endedBefore, expires } = mark;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const isNew = (await this.table.find(this.operation, { marker })) === null;
      if (isNew && (await unlessTaken(() => this.table.insert(this.operation, mark)))) return;
      await this.raise(marker, { endedBefore });
      await this.raise(marker, { expires });
      const now = await this.table.find(this.operation, { marker });
      if (now && now.endedBefore >= endedBefore && now.expires >= expires) return;
    }
    throw new Error('TypeOrmAdapter: a mark could not be stored');
  }

  /** One UPDATE that never lowers a time, even with concurrent writers. */
  private async raise(marker: string, patch: Record<string, Date>): Promise<void> {
    await this.table.update(this.operation, { marker }, { patch, below: patch });
  }
}
