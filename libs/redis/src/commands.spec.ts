import { withoutValues } from './commands.js';

describe('an error of the client', () => {
  it('is thrown without the values of the command (I08)', async () => {
    const args = ['authnest:stored:canary', 'canary'];
    const message = `ERR unknown command 'SET', with args beginning with: '${args.join("' '")}'`;
    const reply = Object.assign(new Error(message), { name: 'ReplyError', command: { args } });

    const thrown: unknown = await withoutValues(Promise.reject(reply)).catch((one: unknown) => one);

    expect(thrown).toEqual(new Error("Redis: ReplyError: ERR unknown command 'SET'"));
    expect(Object.keys(thrown as Error)).toEqual([]);
    expect((thrown as Error).stack).not.toContain('canary');
  });
});
