import { Script } from '../support/script.js';

describe('Auth in a separate process', () => {
  let script: Script;

  afterEach(() => script?.stop());

  it('prints no line from Nest and does not keep the process alive', async () => {
    script = Script.start('test/entry-points/scripts/auth-and-end.ts');

    expect(await script.line()).toBe('200 null');
    await expect(script.line()).rejects.toThrow('the script ended');
    expect(await script.exit()).toEqual({ code: 0, signal: null, errors: '' });
  });
});
