import { performance } from 'node:perf_hooks';
import { MailApp } from '../support/mail-app.js';
import { platforms } from '../support/test-app.js';
import { printMedians, ROUNDS } from '../support/timings.js';

const KNOWN = 'known@x.example';

describe.each(platforms())('the start of a sign-in by mail on %s', (platform) => {
  it('has the same result for known and unknown addresses, and its duration is measured (F08)', async () => {
    const mail = await MailApp.start({ platform });
    const owner = mail.client();
    await owner.get(await mail.linkFor(KNOWN, owner));
    const times = { known: [] as number[], unknown: [] as number[] };
    const results = { known: new Set<string>(), unknown: new Set<string>() };

    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, email] of [
        ['known', KNOWN],
        ['unknown', `unknown-${round}@x.example`],
      ] as const) {
        const browser = mail.client();
        await browser.csrfToken();
        const began = performance.now();
        const { status, location, text } = await browser.signIn('email', { email });
        times[kind].push(performance.now() - began);
        results[kind].add(JSON.stringify([status, location, text]));
      }
    }
    await mail.close();

    expect(results.known).toEqual(results.unknown);
    printMedians(`mail on ${platform}`, times);
  });
});
