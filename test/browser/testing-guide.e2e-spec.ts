// Runs the Playwright spec from docs/testing.md.
import { describeWith } from '../support/services.js';
import { CHROMIUM, executablePath } from './chromium.js';

if (executablePath !== undefined) {
  process.env['CHROMIUM_PATH'] = executablePath;
  await import('../fixtures/testing/playwright.sample.js');
} else {
  describeWith(CHROMIUM, 'the Playwright spec from the guide', () => {});
}
