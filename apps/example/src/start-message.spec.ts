import { fillEnvironment } from './environment.js';
import { startProblem } from './start-message.js';

describe('startProblem', () => {
  it('names the port that is taken, and the variables that choose others', () => {
    const error = Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 3000 });

    expect(startProblem(error)).toMatch(/^Port 3000 is in use\..*PORT=3100 npm start.*IDP_PORT/);
  });

  it('names only the variable that is wrong', async () => {
    const error: unknown = await fillEnvironment({ PORT: 'banana' }).catch((thrown) => thrown);

    expect(startProblem(error)).toBe('PORT: expected a port from 1 to 65535');
  });

  it('shows where an unexpected error came from', () => {
    expect(startProblem(new Error('anything'))).toContain('start-message.spec');
  });
});
