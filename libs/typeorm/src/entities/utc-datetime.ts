import type { Driver, ValueTransformer } from 'typeorm';

/** What the drivers of MySQL and MariaDB put into a statement as it stands. */
interface SqlText {
  toSqlString(): string;
}

/**
 * Dates in a `datetime` column of MySQL or MariaDB, which knows no time zone: always UTC. The
 * driver would write the clock time of its `timezone` option, by default of the process, where an
 * hour of every autumn night exists twice.
 */
export class UtcDatetime implements ValueTransformer {
  /** @param timezone - of the DataSource: `local`, `Z` or an offset like `+02:00` */
  private constructor(private readonly timezone: string) {}

  static of({ options }: Driver): UtcDatetime {
    const timezone: unknown = Reflect.get(options, 'timezone');
    // Dates that the driver leaves as strings are read by TypeORM, as clock times of the process.
    const isText = Boolean(Reflect.get(options, 'dateStrings'));
    return new UtcDatetime(typeof timezone === 'string' && !isText ? timezone : 'local');
  }

  to(value: unknown): unknown {
    return value instanceof Date ? sqlText(value) : value;
  }

  /**
   * From what the driver made of the column. With `timezone: 'local'` the hour that a spring night
   * lacks is lost here already; our own reading goes through {@link UtcDatetime.parse}.
   */
  from(value: unknown): unknown {
    return value instanceof Date ? new Date(this.clockTime(value)) : value;
  }

  /** From the text of the column, `2026-01-02 03:04:05.678`. */
  parse(text: unknown): unknown {
    return typeof text === 'string' ? new Date(`${text.replace(' ', 'T')}Z`) : text;
  }

  private clockTime(date: Date): number {
    const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(this.timezone) ?? [];
    if (sign) {
      const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
      return date.getTime() + (sign === '-' ? -offset : offset);
    }
    if (this.timezone !== 'local') return date.getTime();
    return Date.UTC(
      date.getFullYear(),
      date.getMonth(),
      date.getDate(),
      date.getHours(),
      date.getMinutes(),
      date.getSeconds(),
      date.getMilliseconds(),
    );
  }
}

/** Not a string: TypeORM would read it back as a date of the process. */
function sqlText(date: Date): SqlText {
  const text = date.toISOString().replace('T', ' ').replace('Z', '');
  return { toSqlString: () => `'${text}'` };
}
