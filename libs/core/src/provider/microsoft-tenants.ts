/** The placeholder for the tenant in metadata, which the claim `tid` of an ID token fills. */
const PLACE = /\{tenantid\}|%7btenantid%7d/i;
/** Path segments that stand for many tenants instead of one. */
const DOORS: ReadonlySet<string> = new Set(['common', 'organizations', 'consumers']);
/** Those that include tenants that anybody can create, with any address. */
const EVERYBODY: ReadonlySet<string> = new Set(['common', 'organizations']);
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Microsoft Entra, its national clouds, and its former names. */
const ENTRA =
  /^(?:login\.microsoftonline\.(?:com|us|de)|login\.partner\.microsoftonline\.cn|login\.chinacloudapi\.cn|login\.windows\.net|sts\.windows\.net)$/;

/**
 * Whether an issuer, or the URL of metadata or of an endpoint, serves every Microsoft tenant.
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
 */
export function isEveryTenant(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  if (PLACE.test(url)) return true;
  return ENTRA.test(new URL(url).hostname) && EVERYBODY.has(tenantOf(url));
}

/** Whether an issuer is Microsoft's, with the placeholder that the tenant of a token fills. */
export function hasTenantPlace(issuer: string): boolean {
  return PLACE.test(issuer) && ENTRA.test(new URL(issuer).hostname);
}

/**
 * Whether the issuer in the metadata is that of the configured tenant. Microsoft identifies a
 * tenant by a GUID and by domains, and the metadata contains the GUID. If a GUID is configured, it
 * must be the same; if a domain is configured, the tenant is recognized by the URL of its metadata.
 */
export function isOfTenant(
  reported: string,
  { issuer, wellKnown = issuer }: { readonly issuer: string; readonly wellKnown?: string },
): boolean {
  const { hostname, origin } = new URL(issuer);
  const isMicrosoft = ENTRA.test(hostname) || hostname.endsWith('.b2clogin.com');
  if (!isMicrosoft || new URL(reported).origin !== origin) return false;
  const tenant = tenantOf(issuer);
  if (DOORS.has(tenant) || tenant === '') return true;
  if (GUID.test(tenant)) return tenantOf(reported) === tenant;
  return !PLACE.test(reported) && tenantOf(wellKnown) === tenant;
}

/** Returns the first segment of the path. */
function tenantOf(url: string): string {
  return new URL(url).pathname.split('/', 2)[1]?.toLowerCase() ?? '';
}
