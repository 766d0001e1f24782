import { createAuthClient, type Session } from '@authnest/client';

/** Reads the session of the request that is rendered; undefined if Nest cannot be reached. */
export async function readSession(
  nest: string,
  cookie: string,
): Promise<Session | null | undefined> {
  const client = createAuthClient({
    baseUrl: `${nest}/auth`,
    fetch: (url) => fetch(url, { headers: { cookie } }),
  });
  const result = await client.getSession();
  return result.ok ? result.session : undefined;
}

/** Returns the session for a script of the page; a name that contains `</script>` does not end it. */
export function inScript(session: Session | null | undefined): string {
  return String(JSON.stringify(session)).replaceAll('<', '\\u003c');
}
