import type { Browser } from 'playwright-core';
import { describeWith } from '../support/services.js';
import { platforms } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';
import { ExampleProcess } from './example-process.js';
import { Visitor } from './visitor.js';

/** The objects that a test of the example can use. */
export interface ExampleStory {
  readonly browser: Browser;
  readonly example: ExampleProcess;
  /** Created for each test. */
  readonly visitor: Visitor;
}

/** Declares tests of the example that run in Chromium. */
export function describeExample(name: string, stories: (at: ExampleStory) => void): void {
  describeWith(CHROMIUM, name, () => {
    const at: { -readonly [Part in keyof ExampleStory]?: ExampleStory[Part] } = {};

    beforeAll(async () => {
      at.browser = await launchChromium();
    });
    afterAll(() => at.browser?.close());

    describe.each(platforms())('on %s', (platform) => {
      beforeAll(async () => {
        at.example = await ExampleProcess.start(platform);
      });
      afterAll(() => at.example?.close());

      beforeEach(async () => {
        at.visitor = await Visitor.arrive(there(at.browser), there(at.example));
      });
      afterEach(() => at.visitor?.leave());

      stories({
        get browser() {
          return there(at.browser);
        },
        get example() {
          return there(at.example);
        },
        get visitor() {
          return there(at.visitor);
        },
      });
    });
  });
}

function there<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('it is there only while a test runs');
  return part;
}
