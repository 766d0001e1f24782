import { inspect } from 'node:util';
import { AuthService, OAuth, OIDC, type PlatformRequest, SessionGuard } from '@authnest/core';
import { ConsoleLogger, Controller, Get, Req, UseGuards } from '@nestjs/common';
import { CLIENT_SECRET } from '../support/oidc.js';
import { credentials, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const idp = () =>
  OIDC({
    id: 'idp',
    name: 'IdP',
    issuer: 'https://idp.example',
    clientId: 'client',
    clientSecret: CLIENT_SECRET,
    options: { clientSecret: CLIENT_SECRET },
  });

const everythingOf = (value: unknown): string =>
  inspect(value, { depth: null, showHidden: true, maxArrayLength: null, maxStringLength: null });

/** Returns a printout of all objects that the library attached to the request. */
@Controller()
class InspectController {
  constructor(private readonly auth: AuthService) {}

  @Get('inspect') @UseGuards(SessionGuard) async show(@Req() request: PlatformRequest) {
    await this.auth.getSession(request);
    const attached = Object.getOwnPropertySymbols(request)
      .filter((symbol) => symbol.description?.startsWith('authnest'))
      .map((symbol) => Object.getOwnPropertyDescriptor(request, symbol)?.value as unknown);
    return {
      count: attached.length,
      text: attached.map(everythingOf).join('\n') + JSON.stringify(attached),
    };
  }
}

/** Nest's default logger at every level, which collects lines instead of printing them. */
class EveryLine extends ConsoleLogger {
  readonly lines: string[] = [];

  protected override printMessages(messages: unknown[]): void {
    this.lines.push(...messages.map(everythingOf));
  }

  protected override printStackTrace(stack: string): void {
    this.lines.push(stack);
  }
}

describe('a provider (I07)', () => {
  it.each([
    ['OIDC', idp()],
    ['OAuth', OAuth({ id: 'gh', name: 'GH', clientId: 'client', clientSecret: CLIENT_SECRET })],
  ])('created by %s does not show its secret when printed', (_, provider) => {
    expect(everythingOf([provider])).not.toContain(CLIENT_SECRET);
    expect(JSON.stringify({ provider })).not.toContain(CLIENT_SECRET);
    expect(JSON.stringify(provider)).toContain('"clientSecret":"[redacted]"');
    expect(provider.clientSecret).toBe(CLIENT_SECRET);
  });
});

describe.each(platforms())('the objects attached to a request on %s (I07)', (platform) => {
  it('contain no secret, nor do the lines that Nest logs at start', async () => {
    const logger = new EveryLine();
    const app = await TestApp.start({
      platform,
      config: { providers: [credentials(), idp()] },
      module: { controllers: [InspectController] },
      appOptions: { logger },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const { count, text } = (await browser.get('/inspect')).json<{ count: number; text: string }>();
    expect(count).toBeGreaterThan(0);
    const token = browser.cookies.get('authjs.session-token') ?? '';
    for (const canary of [SECRET, CLIENT_SECRET, token]) {
      expect(text).not.toContain(canary);
      expect(logger.lines.join('\n')).not.toContain(canary);
    }
    expect(logger.lines.length).toBeGreaterThan(0);
    await app.close();
  });
});
