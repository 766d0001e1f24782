import { CurrentUser, Email, SessionGuard, type User } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { Controller, Get, type INestApplication, UseGuards } from '@nestjs/common';
import { Mailbox } from '../support/mailbox.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { TestApp } from '../support/test-app.js';

/** A request whose response has just been sent. */
export interface Requested {
  readonly name: string;
  /** Maximum number of switches between files. */
  readonly target?: number;
}

@Controller('orders')
@UseGuards(SessionGuard)
class OrdersController {
  @Get() list(@CurrentUser() { id }: User): { id?: string } {
    return { id };
  }
}

const module = { controllers: [OrdersController] };
// No debug logging, as in production.
const logger = {};

/** Sends each request twice, and yields after the second: the first does one-time work too. */
export async function* requests(
  configure: (app: INestApplication) => void,
): AsyncIterable<Requested> {
  const idp = await OidcProvider.start();
  const mailbox = await Mailbox.start();
  const stateless = await TestApp.start({
    platform: 'express',
    module,
    configure,
    config: { logger, providers: [idp.config('idp')] },
  });
  const stored = await TestApp.start({
    platform: 'express',
    module,
    configure,
    config: {
      logger,
      adapter: new MemoryAdapter(),
      providers: [Email({ server: mailbox.url })],
    },
  });
  await idp.register(stateless, 'idp');

  let ada = stateless.client();
  yield* twice('start at an OpenID provider', 120, () => {
    ada = stateless.client();
    return ada.signIn('idp');
  });
  let callback = '';
  yield* twice(
    'callback of an OpenID provider',
    170,
    () => ada.get(callback),
    async () => {
      ada = stateless.client();
      callback = await authorize(ada, 'idp');
    },
  );
  yield* twice('guarded route, stateless session', 60, () => ada.get('/orders'));

  let vera = stored.client();
  let link = '';
  const ask = async () => {
    vera = stored.client();
    await vera.signIn('email', { email: 'vera@x.example' });
    link = await mailbox.link();
  };
  yield* twice('request for a mail', undefined, ask);
  yield* twice('link of a mail', 220, () => vera.get(link), ask);

  yield* twice('guarded route, stored session', 60, () => vera.get('/orders'));

  await Promise.all([stateless.close(), stored.close(), idp.close(), mailbox.close()]);
}

async function* twice(
  name: string,
  target: number | undefined,
  make: () => Promise<unknown>,
  prepare?: () => Promise<void>,
): AsyncIterable<Requested> {
  for (const round of ['first', 'second'] as const) {
    await prepare?.();
    await make();
    if (round === 'second') yield { name, target };
  }
}
