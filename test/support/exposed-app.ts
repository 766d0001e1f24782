import {
  type AuthConfig,
  AuthModule,
  Email,
  Passkey,
  RedirectToSignIn,
  SessionGuard,
} from '@authnest/core';
import { Controller, Get, type Type, UseGuards } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AuthServiceController } from './auth-service.controller.js';
import { withEnvironment } from './environment.js';
import { Mailbox } from './mailbox.js';
import { plainOAuth } from './plain-oauth.js';
import { type RawResponse, sendRaw } from './raw-request.js';
import { credentials, type Platform, TestApp } from './test-app.js';
import { Watched } from './watched.js';

/** The public address. A host that merely starts with it, such as `app.community`, is foreign. */
export const PUBLIC = 'https://app.com';

/** The part in front of the mount path: empty, or a path parameter. */
export type Prefix = '' | ':tenant';

export interface ExposedOptions {
  platform: Platform;
  prefix?: Prefix;
  config?: Partial<AuthConfig>;
}

function pagesAt(prefix: string): Type {
  @Controller(prefix)
  @UseGuards(SessionGuard)
  class PagesController {
    @RedirectToSignIn() @Get('page') page(): string {
      return 'inside';
    }
  }
  return PagesController;
}

function serviceAt(path: string): Type {
  @Controller(path)
  class ServiceController extends AuthServiceController {}
  return ServiceController;
}

/** An application that reveals its own address in every possible way, and records where. */
export class ExposedApp {
  private constructor(
    readonly app: TestApp,
    readonly mailbox: Mailbox,
    readonly watched: Watched,
    /** The addresses that were passed to functions of the application. */
    readonly handed: string[],
  ) {}

  static async start({ platform, prefix = '', config }: ExposedOptions) {
    const mailbox = await Mailbox.start();
    const watched = new Watched();
    const handed: string[] = [];
    const imports = prefix ? [RouterModule.register([{ path: prefix, module: AuthModule }])] : [];
    const known = credentials();
    const app = await withEnvironment({ AUTH_URL: PUBLIC }, () =>
      TestApp.start({
        platform,
        module: {
          imports,
          controllers: [
            pagesAt('/'),
            ...(prefix ? [pagesAt(prefix)] : []),
            serviceAt(prefix === '' ? 'app' : `${prefix}/app`),
          ],
        },
        config: {
          ...watched.config,
          session: { strategy: 'jwt' },
          experimental: { enableWebAuthn: true },
          providers: [
            {
              ...known,
              authorize: (fields: Record<string, string>, request: Request) => {
                handed.push(request.url);
                return known.authorize(fields);
              },
            },
            plainOAuth(),
            Email({ server: mailbox.url }),
            Passkey({
              getRelayingParty: (_, { url }) => {
                handed.push(url.href);
                return { id: 'app.com', name: 'App', origin: PUBLIC };
              },
            }),
          ],
          ...config,
        },
      }),
    );
    return new ExposedApp(app, mailbox, watched, handed);
  }

  /** Returns the token and the cookie that a form needs. @param base - a valid mount path */
  async form(base = '/auth'): Promise<{ cookie: string; csrfToken: string }> {
    const { cookies, text } = await sendRaw(this.app, { path: `${base}/csrf` });
    const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
    return { cookie, ...(JSON.parse(text) as { csrfToken: string }) };
  }

  /** Clears what was recorded so far. */
  reset(): void {
    this.watched.reset();
    this.handed.length = 0;
    this.mailbox.mails.length = 0;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.mailbox.close();
  }
}

/** Returns everything in a response that could be an address, including those in queries. */
export function addressesOf({ headers, text }: Pick<RawResponse, 'headers' | 'text'>): string[] {
  const all = [JSON.stringify(headers), text.replaceAll('&#x2F;', '/').replaceAll('&amp;', '&')];
  const found = all.flatMap((part) => part.match(/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\,]*/gi) ?? []);
  return found.flatMap((address) => [address, ...nestedIn(address)]);
}

function nestedIn(address: string): string[] {
  if (!URL.canParse(address)) return [];
  return [...new URL(address).searchParams.values()].filter((value) => value.includes('://'));
}
