import { performance } from 'node:perf_hooks';
import { MailApp } from '../support/mail-app.js';
import { platforms } from '../support/test-app.js';

/** `npm run timings` asks 200 times and prints the medians; a test asserts no time. */
const ROUNDS = Number(process.env['TIMING_ROUNDS'] ?? 5);

const KNOWN = 'known@x.example';

describe.each(platforms)('the start of a sign-in by mail on %s', (platform) => {
  it('F08 answers known and unknown addresses alike', async () => {
    const mail = await MailApp.start({ platform });
    const owner = mail.client();
    await owner.get(await mail.linkFor(KNOWN, owner));
    const times = { known: [] as number[], unknown: [] as number[] };
    const answers = { known: new Set<string>(), unknown: new Set<string>() };

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
        answers[kind].add(JSON.stringify([status, location, text]));
      }
    }
    await mail.close();

    expect(answers.known).toEqual(answers.unknown);
    if (process.env['TIMING_ROUNDS'] !== undefined) {
      const medians = Object.entries(times).map(([kind, all]) => `${kind} ${median(all)} ms`);
      console.info(`${platform}, medians of ${ROUNDS}: ${medians.join(', ')}`);
    }
  });
});

function median(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2);
}
