import type { Driver, ValueTransformer } from 'typeorm';

/**
 * A time in UTC, as in the column. It is an object, since TypeORM would read a string as a date in
 * the time zone of the process.
 */
export class UtcText {
  private readonly text: string;

  constructor(date: Date) {
    this.text = date.toISOString().replace('T', ' ').replace('Z', '');
  }

  /** Returns the value of a parameter. */
  toString(): string {
    return this.text;
  }

  /** Called by drivers that write values into a statement, as for the application's own queries. */
  toSqlString(): string {
    return `'${this.text}'`;
  }
}

/**
 * Stores dates in a `datetime` column of MySQL or MariaDB, which has no time zone, always in UTC.
 * The driver would use the time zone in its `timezone` option, by default that of the process, in
 * which one hour may occur twice every autumn.
 */
export class UtcDatetime implements ValueTransformer {
  /** @param timezone - the option of the DataSource: `local`, `Z` or an offset like `+02:00` */
  private constructor(private readonly timezone: string) {}

  static of({ options }: Driver): UtcDatetime {
    const timezone: unknown = Reflect.get(options, 'timezone');
    // TypeORM reads dates that the driver returns as strings in the time zone of the process.
    const isText = Boolean(Reflect.get(options, 'dateStrings'));
    return new UtcDatetime(typeof timezone === 'string' && !isText ? timezone : 'local');
  }

  to(value: unknown): unknown {
    return value instanceof Date ? new UtcText(value) : value;
  }

  /**
   * Converts the value that the driver returns. With `timezone: 'local'` the driver has already
   * lost the hour that is skipped in spring; our own look-ups use {@link UtcDatetime.parse}
   * instead.
   */
  from(value: unknown): unknown {
    return value instanceof Date ? new Date(this.clockTime(value)) : value;
  }

  /** Parses the string in the column, `2026-01-02 03:04:05.678`. */
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
