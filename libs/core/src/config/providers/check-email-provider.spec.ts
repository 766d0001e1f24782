import { Email, type EmailConfig, type EmailUserConfig } from '../../provider/email-provider.js';
import { checkEmailProvider } from './check-email-provider.js';

const server = 'smtp://localhost';

function problemsOf(config: EmailConfig): string[] {
  return [...checkEmailProvider(config, 'provider `email`', {})].map(({ message }) => message);
}

describe('checkEmailProvider', () => {
  it.each<EmailUserConfig>([
    { server },
    { server: { host: 'localhost', port: 25 } },
    { sendVerificationRequest: () => undefined },
    { server, from: '"Shop @ home" <hello@shop.example>', maxAge: 60, confirm: 'always' },
    { server, generateVerificationToken: () => 'x'.repeat(22) },
    { server, generateVerificationToken: async () => 'x' },
  ])('accepts %j', (config) => {
    expect(problemsOf(Email(config))).toEqual([]);
  });

  it('requires `server` or `sendVerificationRequest`', () => {
    expect(problemsOf(Email({}))).toEqual([
      'provider `email`: needs `server`, the URL of your mail server, or your own `sendVerificationRequest`',
    ]);
  });

  it('requires the key for a sender that has `apiKey`', () => {
    const sender = {
      ...Email({ id: 'my-mail', sendVerificationRequest: () => 1 }),
      apiKey: undefined,
    };

    expect(problemsOf(sender)).toEqual([
      'provider `email`: needs `apiKey`; set it or AUTH_MY_MAIL_KEY',
    ]);
  });

  it.each([
    ['server', 'https://mail.example'],
    ['server', 'canary'],
    ['from', 'a@x.example\r\nBcc: b@x.example'],
    ['from', 'nobody'],
    ['maxAge', 0],
    ['confirm', 'sometimes'],
    ['sendVerificationRequest', 'smtp'],
    ['secret', 'short'],
  ])('refuses %s: %j and does not repeat the value (A49)', (option, value) => {
    const config = Object.assign(Email({ server }), { [option]: value });

    const problems = problemsOf(config);

    expect(problems).toEqual([expect.stringContaining(`provider \`email\`: ${option}`)]);
    expect(problems.join()).not.toContain(`${value}\n`);
  });

  it.each(['123456', 123_456, undefined])('refuses a generator that returns %j (F04)', (token) => {
    const config = Object.assign(Email({ server }), { generateVerificationToken: () => token });

    expect(problemsOf(config)).toEqual([expect.stringContaining('at least 128 random bits')]);
  });
});
