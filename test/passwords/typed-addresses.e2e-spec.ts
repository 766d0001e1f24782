import { Passkey } from '@authnest/core';
import { Password } from '@authnest/password';
import { randomUUID } from 'node:crypto';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser } from '../support/passkeys.js';
import { CHEAP, GOOD, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const sessions = {
  database: () => ({ strategy: 'database' }) as const,
  registry: () => ({ strategy: 'jwt', revocation: new MapRegistry() }) as const,
  bare: () => ({ strategy: 'jwt' }) as const,
};

describe.each(platforms())('an address that a stranger only typed, on %s', (platform) => {
  describe.each(['database', 'registry', 'bare'] as const)('with sessions: %s', (kind) => {
    let app: PasswordApp;
    let email: string;
    let stranger: PasskeyUser;

    beforeAll(async () => {
      app = await PasswordApp.start({
        platform,
        config: {
          mailer: ({ to, subject, text }) => void mails.push({ to, text: `${subject}\n${text}` }),
          session: sessions[kind](),
          providers: [
            // Nobody who is kept from registering could help themselves.
            Password({ hashing: CHEAP, reset: false, fields: { name: { label: 'Name' } } }),
            Passkey({}),
          ],
          experimental: { enableWebAuthn: true },
        },
      });
    });
    beforeEach(() => {
      email = `${randomUUID()}@corp.example`;
      stranger = new PasskeyUser(app.app);
    });
    afterAll(() => app.close());

    const mails: { to: string; text: string }[] = [];
    const codeFor = async (to: string): Promise<string> => {
      const find = () => mails.findLast((mail) => mail.to === to)?.text;
      while (find() === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
      return /^\d{4} ?\d{4}$/m.exec(find() ?? '')?.[0].replace(' ', '') ?? '';
    };

    async function register(meanwhile: () => Promise<unknown>) {
      const owner = app.client();
      await app.send(owner, 'register', { email, password: GOOD, name: 'Ada' });
      await meanwhile();
      await app.send(owner, 'confirm', { code: await codeFor(email) });
      return owner;
    }

    it('is registered by its owner, before whom nobody else has access (FT3)', async () => {
      const { authenticator } = await stranger.register(email);
      const owner = await register(async () => undefined);

      expect(await owner.session()).toMatchObject({ user: { email, name: 'Ada' } });
      const again = new PasskeyUser(app.app);
      await again.signIn(authenticator);
      expect(await again.session()).toBeNull();
      // Without a store of their end, stateless sessions end when they are renewed.
      if (kind !== 'bare') expect(await stranger.session()).toBeNull();
    });

    it('is registered by its owner, though it is typed before the mail is read (FT3)', async () => {
      const owner = await register(() => stranger.register(email));

      expect(await owner.session()).toMatchObject({ user: { email, name: 'Ada' } });
      const known = app.client();
      await app.signIn(email, GOOD, known);
      expect(await known.session()).toMatchObject({ user: { email } });
    });
  });
});
