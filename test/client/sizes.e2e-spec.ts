import { bundled, zipped } from './size-of.js';

const core = (names: string) => bundled(`export ${names} from '@authnest/client';`);

describe('the size of the client, minified and compressed', () => {
  it('is at most 3.0 kB for everything without frameworks (K79)', async () => {
    expect(zipped(await core('*'))).toBeLessThanOrEqual(3000);
  });

  it('is at most 1.4 kB for a page that only signs in (K79)', async () => {
    expect(zipped(await core('{ signIn }'))).toBeLessThanOrEqual(1400);
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
