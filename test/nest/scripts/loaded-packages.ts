import { createRequire, register } from 'node:module';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

// Prints which packages are loaded: after an application with passwords, passkeys and mail has
// signed in a user by password, and again after a sign-in mail was requested. Argument: platform.
const { port1: loads, port2: port } = new MessageChannel();
register('./record-loads.mjs', import.meta.url, { data: { port }, transferList: [port] });
const { cache } = createRequire(import.meta.url);
const { Email, Passkey } = await import('@authnest/core');
const { CookieClient, MemoryAdapter } = await import('@authnest/testing');
const { credentials, JANE, platforms, TestApp } = await import('../../support/test-app.js');

const seen = new Set<string>();

/** Returns the names of the loaded packages, each once. */
function loaded(): string[] {
  for (
    let reported = receiveMessageOnPort(loads);
    reported;
    reported = receiveMessageOnPort(loads)
  ) {
    seen.add(String(reported.message));
  }
  const paths = [...seen, ...Object.keys(cache)];
  const names = paths.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? '');
  return [...new Set(names)].sort();
}

const { url } = await TestApp.start({
  platform: platforms().find((known) => known === process.argv[2]) ?? 'express',
  config: {
    adapter: new MemoryAdapter(),
    session: { strategy: 'jwt' },
    // Enables the limits, with counters in the memory of the process.
    limits: {},
    experimental: { enableWebAuthn: true },
    providers: [credentials(), Passkey({}), Email({ server: 'smtp://127.0.0.1:1' })],
  },
});
const browser = new CookieClient(url);
await browser.get('/auth/signin');
await browser.get('/auth/webauthn-options/passkey');
await browser.signIn('credentials', JANE);
console.log(JSON.stringify(loaded()));
await browser.signIn('email', { email: 'vera@x.example' });
console.log(JSON.stringify(loaded()));
