const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A point in time in UTC; a script shows it in the time zone of the browser. */
export function Moment({ at }: { readonly at: Date }) {
  return <time dateTime={at.toISOString()}>{format.format(at)} UTC</time>;
}
