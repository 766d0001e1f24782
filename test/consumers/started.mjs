// Starts a built application, and signs a user in.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CookieClient } from '@authnest/testing';

const ENV = {
  AUTH_SECRET: 'only-for-this-run-4f1c8d2a7b9e4d0c93b5',
  AUTH_COMPANY_ISSUER: 'http://127.0.0.1:9',
  AUTH_COMPANY_ID: 'shop',
  AUTH_COMPANY_SECRET: 'shop-secret',
  MAIL_SERVER: 'smtp://127.0.0.1:9',
};

/** Signs a user in and out. @throws {Error} with the application's output, if that fails */
export async function signInAtStarted(directory) {
  const port = await freePort();
  const env = { ...process.env, ...ENV, PORT: String(port) };
  const app = spawn(process.execPath, ['dist/main.js'], { cwd: directory, env });
  const output = [];
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk) => output.push(chunk));
  try {
    await signIn(`http://127.0.0.1:${port}`, app);
  } catch (error) {
    throw new Error(`${error.message}\n${output.join('')}`);
  } finally {
    app.kill();
  }
}

async function signIn(url, app) {
  const jane = new CookieClient(url);
  await until(async () => (await jane.get('/orders')).status === 401, app);
  await jane.signIn('credentials', { email: 'jane@example.com', password: 'a-long-password' });
  assert.deepEqual((await jane.get('/orders')).json(), ['tea for jane@example.com']);
  await jane.signOut();
  assert.equal((await jane.get('/orders')).status, 401);
}

async function until(isReady, app) {
  while (!(await isReady().catch(() => false))) {
    if (app.exitCode !== null) throw new Error('the application ended');
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
