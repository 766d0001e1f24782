import { bundled, zipped } from './bundled.js';

const core = (names: string) => bundled(`export ${names} from '@authnest/client';`);

describe('the size of the client, minified and compressed', () => {
  it('is at most 3.0 kB for everything without frameworks (K79)', async () => {
    expect(zipped(await core('*'))).toBeLessThanOrEqual(3000);
  });

  it('is at most 1.4 kB for a page that only signs in (K79)', async () => {
    expect(zipped(await core('{ signIn }'))).toBeLessThanOrEqual(1400);
  });
});

describe('what an entry adds to the client, minified and compressed', () => {
  const frameworks = ['react', 'vue', 'svelte', 'svelte/store', '@angular/core'];

  it.each([
    ['react', 500],
    ['vue', 500],
    ['svelte', 500],
    ['angular', 500],
    ['passkey', 1200],
  ])('is, for %s without the framework, at most %i bytes (K79)', async (entry, limit) => {
    const both = `export * from '@authnest/client'; export * from '@authnest/client/${entry}';`;
    const added = zipped(await bundled(both, frameworks)) - zipped(await core('*'));

    expect(added).toBeLessThanOrEqual(limit);
  });
});

describe('the code of the client', () => {
  it('needs nothing of Node, and stores nothing that outlives the page (K79)', async () => {
    const code = await core('*');

    expect(code).not.toMatch(
      /\b(?:process|Buffer|require|localStorage|sessionStorage|indexedDB)\b/,
    );
    expect(code).not.toMatch(/document\.cookie|(?:window|globalThis)\.\w+\s*=[^=]/);
  });
});
