import { Script } from '../support/script.js';
import { platforms } from '../support/test-app.js';

/** Packages that are loaded on first use. */
const AT_FIRST_USE = [
  '@simplewebauthn/server',
  'ioredis',
  'nodemailer',
  'oauth4webapi',
  'openid-client',
  'rate-limiter-flexible',
  'redis',
];

describe.each(platforms())('the packages that an application loads on %s', (platform) => {
  let script: Script;

  afterEach(() => script?.stop());

  it('include no mailer, store client, passkey or OAuth library until one is used', async () => {
    script = Script.start('test/nest/scripts/loaded-packages.ts', platform);

    const before = namesIn(await script.line());
    const after = namesIn(await script.line());

    expect(before).toEqual(expect.arrayContaining(['@nestjs/core', platform, 'preact']));
    expect(before.filter((name) => AT_FIRST_USE.includes(name))).toEqual([]);
    expect(after.filter((name) => AT_FIRST_USE.includes(name))).toEqual(['nodemailer']);
  });
});

function namesIn(line: string): string[] {
  return JSON.parse(line) as string[];
}
