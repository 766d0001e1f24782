import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AuthModule, CurrentUser, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { respondToMessages } from '../../test/support/child/respond-to-messages.js';
import { startApp } from '../../test/support/child/start-app.js';
import { siegeConfig } from '../../test/siege/siege-config.js';

/** Options of the application. */
export interface SiegeApp {
  readonly platform: 'express' | 'fastify';
  readonly secret: string;
}

/** CPU time and memory of the process. */
export interface SiegeFigures {
  /** CPU time since the process started, in microseconds. */
  readonly cpu: number;
  /** Heap in bytes; meaningful only for `measure: 'heap'`, which collects garbage first. */
  readonly heap: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

@Controller()
class HostController {
  /** Does nothing, to measure the cost of the host itself. */
  @Post('host') take(): string {
    return '';
  }

  @Get('host') look(): string {
    return '';
  }

  @Get('me')
  @UseGuards(SessionGuard)
  me(@CurrentUser() user: User): User {
    return user;
  }
}

async function start({ platform, secret }: SiegeApp): Promise<{ url: string }> {
  const auth = AuthModule.forRoot(siegeConfig(secret));
  const module = { module: class SiegeModule {}, imports: [auth], controllers: [HostController] };
  return { url: await startApp(module, platform) };
}

async function measure(collected: boolean): Promise<SiegeFigures> {
  for (let time = 0; collected && time < 3; time += 1) {
    collectGarbage();
    await pause(50);
  }
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, heap: process.memoryUsage().heapUsed };
}

respondToMessages((message: SiegeApp | { readonly measure: 'cpu' | 'heap' }) =>
  'measure' in message ? measure(message.measure === 'heap') : start(message),
);
