import type { EmailConfig, EmailUserConfig, SendVerificationRequestParams } from '@authnest/core';

/** Options of a provider that sends mail over HTTPS, besides those of every email provider. */
export interface MailApiOptions extends EmailUserConfig {
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** A service that sends mail. */
interface MailApi {
  readonly id: string;
  readonly name: string;
  /** Returns the request that sends a mail. */
  request(params: SendVerificationRequestParams): MailRequest;
}

/** A POST request. */
interface MailRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body: object | URLSearchParams;
}

/** Equal to the default timeout of the core, but also closes the connection. */
const TIMEOUT_MS = 10_000;

/** Configures a provider that sends through a service; its key is `apiKey` or `AUTH_<ID>_KEY`. */
export function mailApi(api: MailApi, options: MailApiOptions): EmailConfig {
  return {
    id: api.id,
    name: api.name,
    type: 'email',
    // Present even if undefined, so that a missing key is reported at startup.
    apiKey: options.apiKey,
    sendVerificationRequest: (params) => post(api, params, options.fetch ?? fetch),
    options,
  };
}

/** @throws {Error} with the status, but not the response body, which might contain the mail */
async function post(
  api: MailApi,
  params: SendVerificationRequestParams,
  send: typeof fetch,
): Promise<void> {
  const { url, headers, body } = api.request(params);
  const isForm = body instanceof URLSearchParams;
  const response = await send(url, {
    method: 'POST',
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${api.name} responded with ${response.status}`);
}

/** Returns the header that sends the key as a bearer token. */
export function bearer({ provider }: SendVerificationRequestParams): { authorization: string } {
  return { authorization: `Bearer ${provider.apiKey}` };
}

/** Returns the header for basic authentication. @see RFC 7617 */
export function basic(name: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** Splits a sender, which is `address` or `Name <address>`, into its parts. */
export function senderOf({ provider }: SendVerificationRequestParams): {
  readonly address: string;
  readonly name?: string;
} {
  const [, name = '', address] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(provider.from) ?? [];
  if (address === undefined) return { address: provider.from.trim() };
  return name === '' ? { address } : { address, name };
}
