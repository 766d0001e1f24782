import { Auth, type AuthConfig, getSession } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { credentials, SECRET } from '../../support/test-app.js';

// Calls `Auth` and `getSession` once. The test fails if either keeps the process alive or prints
// anything.
const config = (): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  adapter: new MemoryAdapter(),
  providers: [{ ...credentials(), usersOfAdapter: false }],
});
const page = await Auth(new Request('http://app.example/auth/signin'), config());
const session = await getSession(new Request('http://app.example/'), config());
console.log(`${page.status} ${JSON.stringify(session)}`);
