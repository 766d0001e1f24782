import {
  type AuthMail,
  type EmailConfig,
  type EmailUserConfig,
  renderSignInMail,
  type SendVerificationRequestParams,
} from '@authnest/core';

/** Options of a provider that sends mail over HTTPS, besides those of every email provider. */
export interface MailApiOptions extends EmailUserConfig {
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** A service that sends mail. */
interface MailApi {
  readonly id: string;
  readonly name: string;
  /** Returns the request that sends a mail; absent if the service has the words. */
  readonly mail?: (mail: ApiMail) => MailRequest;
  /** Returns the request that sends a sign-in link. @default as for any other mail */
  readonly link?: (params: SendVerificationRequestParams) => MailRequest;
}

/** A mail, and the key for sending it. */
export type ApiMail = Pick<AuthMail, 'from' | 'to' | 'subject' | 'text' | 'html'> & {
  readonly apiKey?: string | undefined;
};

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
  const { mail, link = linkBy(mail) } = api;
  const send = options.fetch ?? fetch;
  return {
    id: api.id,
    name: api.name,
    type: 'email',
    // Present even if undefined, so that a missing key is reported at startup.
    apiKey: options.apiKey,
    sendVerificationRequest: (params) => post(api, link(params), send),
    ...(mail && {
      sendMail: (sent: AuthMail, { apiKey }: EmailConfig) =>
        post(api, mail({ ...sent, apiKey }), send),
    }),
    options,
  };
}

function linkBy(mail: MailApi['mail']): NonNullable<MailApi['link']> {
  return (params) => {
    const { from, apiKey } = params.provider;
    const sent = { ...renderSignInMail(params), from, to: params.identifier, apiKey };
    if (mail) return mail(sent);
    throw new Error('the service sends no mails');
  };
}

/** @throws {Error} with the status, but not the response body, which might contain the mail */
async function post(
  api: MailApi,
  { url, headers, body }: MailRequest,
  send: typeof fetch,
): Promise<void> {
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
export function bearer({ apiKey }: { readonly apiKey?: string | undefined }): {
  authorization: string;
} {
  return { authorization: `Bearer ${apiKey}` };
}

/** Returns the header for basic authentication. @see RFC 7617 */
export function basic(name: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** Splits a sender, which is `address` or `Name <address>`, into its parts. */
export function senderOf({ from }: Pick<AuthMail, 'from'>): {
  readonly address: string;
  readonly name?: string;
} {
  const [, name = '', address] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  if (address === undefined) return { address: from.trim() };
  return name === '' ? { address } : { address, name };
}
