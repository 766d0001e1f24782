// The Playwright spec of docs/testing.md, as an application has it.
import { describeWith } from '../support/services.js';
import { CHROMIUM, executablePath } from './chromium.js';

if (executablePath !== undefined) {
  process.env['CHROMIUM_PATH'] = executablePath;
  await import('../fixtures/testing/playwright.sample.js');
} else {
  describeWith(CHROMIUM, 'the Playwright spec of the guide', () => {});
}
