import { fillEnvironment } from './environment.js';
import { startProblem } from './start-message.js';

describe('startProblem', () => {
  it('contains the port that is in use, and the variables that set other ports', () => {
    const error = Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 3000 });

    expect(startProblem(error)).toMatch(/^Port 3000 is in use\..*PORT=3100 npm start.*IDP_PORT/);
  });

  it('contains only the invalid variable and the expected value', async () => {
    const error: unknown = await fillEnvironment({ PORT: 'banana' }).catch((thrown) => thrown);

    expect(startProblem(error)).toBe('PORT: expected a port from 1 to 65535');
  });

  it('contains the stack of an unexpected error', () => {
    expect(startProblem(new Error('anything'))).toContain('start-message.spec');
  });
});
