import { request } from 'node:https';

/** A key for tests only; its certificates are for this machine and for a reserved name. */
export const TLS_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgohP84CWQguyDK7nK
F+9c5116IsIiziA9OArZiV1a6pqhRANCAAT5dbszQhdC/HfVjZR/+hFT9duKVCBA
8UfJWpLji4kPnW5wRvfmFn+YLaRk5+70PDPCK4H8JzsZfM1PwdgkTVzw
-----END PRIVATE KEY-----
`;

/** A self-signed certificate for `localhost` and 127.0.0.1, valid until 2126. */
export const TLS_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUCh1jU1e89W1vIO2u8oym9tzEGjQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDE4MDMxOFoYDzIxMjYxMDI3
MTgwMzE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT5dbszQhdC/HfVjZR/+hFT9duKVCBA8UfJWpLji4kPnW5wRvfmFn+Y
LaRk5+70PDPCK4H8JzsZfM1PwdgkTVzwo28wbTAdBgNVHQ4EFgQUWL970jlZ5B1B
c0cUbRZ6Kq9nuW0wHwYDVR0jBBgwFoAUWL970jlZ5B1Bc0cUbRZ6Kq9nuW0wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAPEGFEnlMOALpXd6Q4y5nC5Q6B93DuK9ZxbPTu5K6pgHAiAJ
+ejXwdeGucfaTObUGyQn9KkdpPNEZkjJFtkeM2CpWw==
-----END CERTIFICATE-----
`;

/** A self-signed certificate with the same key for `other.example`, which no test server uses. */
export const OTHER_HOST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgIUDWRvBxspNJvbJErYeYws4tgo4WcwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yNjExMjIwMzQ0NTRaGA8yMTI2
MTAyOTAzNDQ1NFowGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABPl1uzNCF0L8d9WNlH/6EVP124pUIEDxR8lakuOLiQ+d
bnBG9+YWf5gtpGTn7vQ8M8IrgfwnOxl8zU/B2CRNXPCjbTBrMB0GA1UdDgQWBBRY
v3vSOVnkHUFzRxRtFnoqr2e5bTAfBgNVHSMEGDAWgBRYv3vSOVnkHUFzRxRtFnoq
r2e5bTAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDW90aGVyLmV4YW1wbGUw
CgYIKoZIzj0EAwIDRwAwRAIgYDNc7gVcEmf/ub6bNi9DdxetMX5iFI2WcyxqjeNE
CpYCIEBZoDLN644fok/syBi9dhToTIc6uU5ProImzhwclGfz
-----END CERTIFICATE-----
`;

/** Sends requests over TLS and keeps cookies, like a browser that trusts the certificate. */
export class TlsClient {
  readonly cookies = new Map<string, string>();
  /** Every `Set-Cookie` line so far. */
  readonly lines: string[] = [];

  constructor(private readonly port: number) {}

  /** Sends a POST request if there is a form, otherwise GET. @returns the body of the response */
  send(path: string, form?: Readonly<Record<string, string>>): Promise<string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const options = {
      host: '127.0.0.1',
      port: this.port,
      path,
      method: form ? 'POST' : 'GET',
      ca: TLS_CERTIFICATE,
      agent: false,
      headers: { cookie, ...type },
    } as const;
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        const chunks: Buffer[] = [];
        this.keep(response.headers['set-cookie'] ?? []);
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      });
      sent.on('error', reject);
      sent.end(form && `${new URLSearchParams(form)}`);
    });
  }

  private keep(lines: readonly string[]): void {
    this.lines.push(...lines);
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
