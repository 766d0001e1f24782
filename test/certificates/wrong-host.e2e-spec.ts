import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../support/child/child-process.js';
import { platforms } from '../support/test-app.js';
import { OTHER_HOST_CERTIFICATE, TLS_CERTIFICATE } from '../support/tls.js';
import type { TlsOutcomes } from './children/trusting-app.child.js';

const script = new URL('./children/trusting-app.child.ts', import.meta.url);

/** Both certificates are trusted, so that only the host name makes a difference. */
describe.each(platforms())('servers with a certificate for another host on %s', (platform) => {
  let folder: string;
  let child: Child;
  let outcomes: TlsOutcomes;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'certificates-'));
    const file = join(folder, 'trusted.pem');
    await writeFile(file, TLS_CERTIFICATE + OTHER_HOST_CERTIFICATE);
    child = await Child.start(script, { NODE_EXTRA_CA_CERTS: file });
    outcomes = await child.ask<TlsOutcomes>({ platform });
  });
  afterAll(async () => {
    await child.kill();
    await rm(folder, { recursive: true });
  });

  it('signs in at a provider whose certificate matches its host (A52)', () => {
    expect(outcomes.namedProvider.location).toMatch(/\/home$/);
    expect(outcomes.namedProvider.received).toEqual(['discovery', 'authorize', 'token', 'jwks']);
  });

  it('sends nothing to a provider whose certificate is for another host (A52)', () => {
    expect(outcomes.otherProvider.location).toMatch(/\/auth\/signin\?error=Configuration$/);
    expect(outcomes.otherProvider.received).toEqual([]);
  });

  it('sends mail through a server whose certificate matches its host (A52)', () => {
    expect(outcomes.namedMail.location).toMatch(/\/auth\/verify-request\?/);
    expect(outcomes.namedMail.received).toEqual(['ada@example.com']);
  });

  it('sends no mail through a server whose certificate is for another host (A52)', () => {
    expect(outcomes.otherMail.location).toMatch(/\/auth\/signin\?error=EmailSignin$/);
    expect(outcomes.otherMail.received).toEqual([]);
  });
});
