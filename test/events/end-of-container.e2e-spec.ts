import { CONTAINER, Script } from '../support/script.js';
import { describeWith } from '../support/services.js';
import { platforms } from '../support/test-app.js';

describeWith(CONTAINER, 'SIGTERM to process 1 of a container', () => {
  it.each(platforms())('ends it, though a client is left open, on %s', async (platform) => {
    const script = Script.startInContainer('test/events/scripts/open-client.ts', platform);
    await script.line();

    script.kill('SIGTERM');
    const { code, errors } = await script.exit();

    expect([code, errors]).toEqual([0, '']);
  });
});
