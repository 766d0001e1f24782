/** Returns the default sender. A host without letters is not a domain that can send mail. */
export function defaultSender(origin: string): string {
  const { hostname } = new URL(origin);
  return `no-reply@${/^[a-z0-9.-]*[a-z][a-z0-9.-]*$/.test(hostname) ? hostname : 'localhost'}`;
}
