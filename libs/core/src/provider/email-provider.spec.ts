import { problemsOf } from '../../../../test/support/problems-of.js';
import { MemoryAdapter } from '@authnest/testing';
import { Email } from './email-provider.js';

describe('an email provider', () => {
  it('keeps its defaults where an option is undefined', () => {
    const unset = { id: undefined, name: undefined, apiKey: undefined };
    const email = Email({ ...unset, server: 'smtp://mail.example.com' });

    expect(email).toMatchObject({ id: 'email', name: 'Email' });
    expect(problemsOf({ adapter: new MemoryAdapter(), providers: [email] })).toEqual([]);
  });
});
