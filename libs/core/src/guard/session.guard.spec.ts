import { Controller, type ExecutionContext, Get, type Type, UseGuards } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { IS_WHOLE } from '../../../../test/support/effort.js';
import { TestApp } from '../../../../test/support/test-app.js';
import { OptionalSession } from './optional-session.decorator.js';
import { Public } from './public.decorator.js';
import { RedirectToSignIn } from './redirect-to-sign-in.decorator.js';
import { SessionGuard } from './session.guard.js';

class DerivedGuard extends SessionGuard {}
class OtherGuard {
  canActivate(): boolean {
    return true;
  }
}

type Outcome = 'open' | 'closed' | 'redirect';

/** Decorators of a class or a handler, and what they decide; `undefined` if they decide nothing. */
const WORDS = {
  nothing: { on: [], decides: undefined },
  'another guard': { on: [UseGuards(OtherGuard)], decides: undefined },
  '@Public': { on: [Public()], decides: 'open' },
  '@OptionalSession': { on: [OptionalSession()], decides: 'open' },
  '@RedirectToSignIn': { on: [RedirectToSignIn()], decides: 'redirect' },
  '@UseGuards(SessionGuard)': { on: [UseGuards(SessionGuard)], decides: 'closed' },
  '@UseGuards(DerivedGuard)': { on: [UseGuards(OtherGuard, DerivedGuard)], decides: 'closed' },
  '@Public and @UseGuards': { on: [UseGuards(SessionGuard), Public()], decides: 'open' },
} as const satisfies Record<
  string,
  { on: readonly (ClassDecorator & MethodDecorator)[]; decides: Outcome | undefined }
>;
type Word = keyof typeof WORDS;
const ALL = Object.keys(WORDS) as Word[];

const PLACES = ['inherited', 'overridden', 'own'] as const;
type Place = (typeof PLACES)[number];

/** Every list of words for this number of classes, from the base to the most derived class. */
function chainsOf(length: number): readonly Word[][] {
  if (length === 0) return [[]];
  return chainsOf(length - 1).flatMap((rest) => ALL.map((word) => [...rest, word]));
}

/** Builds classes that extend each other, with these decorators, and their handler `both`. */
function build(words: readonly Word[], handler: Word, place: Place): ExecutionContext {
  const classes: Type[] = [];
  for (const word of words) {
    const Parent = classes.at(-1) ?? class {};
    class Controlled extends Parent {}
    if (classes.length === 0 && place !== 'own') addHandler(Controlled, handler);
    Controller()(Controlled);
    for (const decorate of WORDS[word].on) decorate(Controlled);
    classes.push(Controlled);
  }
  const Last = classes.at(-1) ?? class {};
  // The decorators of a base method do not apply to the method that overrides it.
  if (place === 'overridden') addHandler(Last, 'nothing');
  if (place === 'own') addHandler(Last, handler);
  const { both } = Last.prototype as { both: () => void };
  const context = new ExecutionContextHost([ANYBODY, RESPONSE], Last, both);
  context.setType('http');
  return context;
}

function addHandler(target: Type, word: Word): void {
  const value = (): void => {};
  const descriptor = { value, configurable: true, writable: true };
  Object.defineProperty(target.prototype, 'both', descriptor);
  for (const decorate of [Get(), ...WORDS[word].on]) {
    decorate(target.prototype as object, 'both', descriptor);
  }
}

/** The request of a browser that opens a page without a session. */
const ANYBODY = {
  method: 'GET',
  originalUrl: '/page',
  protocol: 'http',
  host: '127.0.0.1',
  headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
};
const RESPONSE = { setHeader: () => undefined };

/** The rule in docs/guards.md: the handler decides, else the nearest class that has a rule. */
function expected(words: readonly Word[], handler: Word, place: Place): Outcome {
  const ofHandler = place === 'overridden' ? 'nothing' : handler;
  const nearest = [ofHandler, ...words.toReversed()].map((word) => WORDS[word].decides);
  const decided = nearest.find((outcome) => outcome !== undefined) ?? 'closed';
  if (decided !== 'closed') return decided;
  return nearest.includes('redirect') ? 'redirect' : 'closed';
}

describe('access to classes that extend each other', () => {
  let app: TestApp;
  let guard: SessionGuard;

  beforeAll(async () => {
    app = await TestApp.start({ platform: 'express' });
    guard = app.app.get(SessionGuard);
  });
  afterAll(() => app.close());

  async function outcomeOf(context: ExecutionContext): Promise<Outcome> {
    try {
      return (await guard.canActivate(context)) ? 'open' : 'closed';
    } catch (error) {
      const { status } = error as { status?: number };
      if (status === 401) return 'closed';
      if (status === 303) return 'redirect';
      throw error;
    }
  }

  it.each(IS_WHOLE ? [0, 1, 2] : [0, 1])(
    'is decided by the handler, else by the nearest class, with %i base classes (S5)',
    async (depth) => {
      const wrong: string[] = [];
      for (const words of chainsOf(depth + 1)) {
        for (const place of PLACES) {
          for (const handler of ALL) {
            const outcome = await outcomeOf(build(words, handler, place));
            const right = expected(words, handler, place);
            if (outcome !== right) {
              wrong.push(`${words.join(' < ')}, ${place} handler with ${handler}: ${outcome}`);
            }
          }
        }
      }

      expect(wrong.slice(0, 9)).toEqual([]);
    },
  );

  if (IS_WHOLE) {
    it('is decided by the nearest class, with three base classes (S5)', async () => {
      const wrong: string[] = [];
      for (const words of chainsOf(4)) {
        for (const place of PLACES) {
          const outcome = await outcomeOf(build(words, 'nothing', place));
          if (outcome !== expected(words, 'nothing', place)) {
            wrong.push(`${words.join(' < ')}, ${place}: ${outcome}`);
          }
        }
      }

      expect(wrong.slice(0, 9)).toEqual([]);
    });
  }
});
