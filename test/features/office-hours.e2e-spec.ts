import { officeHours } from '../fixtures/office-hours.js';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const HOUR = 3600;

describe.each(platforms())('the feature of the guide on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: { officeHours: { from: 7, to: 19 } },
      extras: { features: [officeHours] },
    });
  });
  beforeEach(() => stopClock(NOON));
  afterEach(startClock);
  afterAll(() => app.close());

  it('lets people in during office hours, and ends their sessions afterwards', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    expect(await browser.session()).not.toBeNull();

    setClock(8 * HOUR);
    expect(await browser.session()).toBeNull();
    expect((await browser.signIn('credentials', JANE)).location).toContain('error=AccessDenied');
  });
});
