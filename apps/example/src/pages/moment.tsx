const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A point in time, shown in UTC, since the time zone of the user is unknown. */
export function Moment({ at }: { readonly at: Date }) {
  return <time dateTime={at.toISOString()}>{format.format(at)} UTC</time>;
}
