import { Timeout } from '../errors/internal.errors.js';
import { mailFault } from './mail-fault.js';

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });

describe('mailFault', () => {
  it.each<[string, string | object, string]>([
    ['a URL', 'smtp://shop:hidden@mail.example:465', 'smtp://mail.example:465'],
    ['options', { host: 'mail.example', port: 587, auth: { pass: 'hidden' } }, 'mail.example:587'],
    ['options without a port', { host: 'mail.example' }, 'mail.example'],
  ])('names the server in %s, and not its password (U5)', (_, server, place) => {
    const message = mailFault(server, REFUSED);

    expect(message).toContain(`could not be sent through ${place}; check the scheme`);
    expect(message).not.toContain('hidden');
  });

  it('says what to check if the server never responds', () => {
    const fault = new Timeout('sendVerificationRequest did not respond within 10 s');

    expect(mailFault('smtp://mail.example:465', fault)).toContain('smtps:// is for port 465');
  });

  it('blames no setting if the server refused the mail', () => {
    const refusal = Object.assign(new Error('550 no such mailbox'), { code: 'EENVELOPE' });

    expect(mailFault('smtp://mail.example', refusal)).toBe(
      'the mail with the link could not be sent through smtp://mail.example',
    );
  });

  it.each([undefined, {}, 'no URL', { sendMail: () => undefined }])(
    'names no server for %j',
    (server) => {
      expect(mailFault(server, REFUSED)).toBe('the mail with the link could not be sent');
    },
  );
});
