const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A point in time, for people and for machines. In UTC: the server does not know your zone. */
export function Moment({ at }: { readonly at: Date }) {
  return <time dateTime={at.toISOString()}>{format.format(at)} UTC</time>;
}
