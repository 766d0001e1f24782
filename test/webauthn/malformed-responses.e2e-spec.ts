import { encodeCbor } from '../support/cbor.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { type BrowserResponse, SoftwareAuthenticator } from '../support/software-authenticator.js';
import { platforms, type TestApp } from '../support/test-app.js';

type Members = Record<string, unknown>;

/** Returns the authenticator data, which our test authenticator encodes as the last field. */
function authData(attestation: Buffer): Buffer {
  const name = Buffer.from('authData');
  const at = attestation.indexOf(name) + name.length;
  return attestation.subarray(at + (attestation[at] === 0x58 ? 2 : 3));
}

describe.each(platforms())('malformed passkey responses on %s', (platform) => {
  let app: TestApp;
  let user: PasskeyUser;
  let csrfToken: string;
  let made: BrowserResponse;
  let attestation: Buffer;

  beforeAll(async () => {
    app = await startPasskeyApp({ platform });
    user = new PasskeyUser(app);
    const { options } = await user.ask({ action: 'register', email: 'ada@example.com' });
    made = new SoftwareAuthenticator(app.url).create(options);
    attestation = Buffer.from(String(made.response['attestationObject']), 'base64url');
    csrfToken = await user.browser.csrfToken();
  });
  afterAll(() => app.close());

  async function expectInvalid(data: unknown, action = 'register'): Promise<void> {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const { status } = await user.browser.post('/auth/callback/passkey', {
      form: { csrfToken, action, data: text },
    });
    expect(status).toBe(400);
  }

  const withAttestation = (bytes: Buffer): object => ({
    ...made,
    response: { ...made.response, attestationObject: bytes.toString('base64url') },
  });

  it('are refused: an attestation that is truncated to any length (G11)', async () => {
    for (let length = 0; length < attestation.length; length += 1) {
      await expectInvalid(withAttestation(attestation.subarray(0, length)));
    }
  });

  it('are refused: authenticator data in a valid attestation that is truncated or too long (G11)', async () => {
    const { options } = await new PasskeyUser(app).ask({
      action: 'register',
      email: 'b@example.com',
    });
    const authenticator = new SoftwareAuthenticator(app.url);
    const { length } = authData(attestation);
    for (let end = 0; end < length; end += 1) {
      await expectInvalid(
        authenticator.create(options, { tamper: (data) => data.subarray(0, end) }),
      );
    }
    const longer = (data: Buffer): Buffer => Buffer.concat([data, Buffer.from([0])]);
    await expectInvalid(authenticator.create(options, { tamper: longer }));
  });

  it.each([
    ['an indefinite length', Buffer.from([0xbf, 0xff])],
    ['a byte string of 2^32 bytes', Buffer.from([0x5b, 0, 0, 0, 1, 0, 0, 0, 0])],
    ['a list of 2^32 - 1 members', Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff])],
    ['a map of 2^32 - 1 members', Buffer.from([0xba, 0xff, 0xff, 0xff, 0xff])],
    ['10000 nested lists', Buffer.alloc(10_000, 0x81)],
    ['10000 nested maps', Buffer.alloc(10_000, 0xa1)],
    ['a tag', Buffer.from([0xc0, 0x00])],
    ['a duplicate key', Buffer.from([0xa2, 0x01, 0x01, 0x01, 0x02])],
    ['a list instead of a map', encodeCbor(['fmt', 'none'])],
    ['no bytes', Buffer.alloc(0)],
  ])('are refused: an attestation with %s (G11)', async (_name, bytes) => {
    const began = process.cpuUsage();

    await expectInvalid(withAttestation(bytes));

    // CPU time in microseconds. A loop over 2^32 members would take minutes.
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });

  it('are refused: an attestation with a trailing byte (G11)', async () => {
    await expectInvalid(withAttestation(Buffer.concat([attestation, Buffer.alloc(1)])));
  });

  it.each<[string, (result: BrowserResponse) => unknown]>([
    [
      'an id with padding',
      (result) => ({ ...result, id: `${result.id}=`, rawId: `${result.id}=` }),
    ],
    [
      'an id in base64 instead of base64url',
      (result) => ({ ...result, id: '+/+/', rawId: '+/+/' }),
    ],
    ['an id that is not base64', (result) => ({ ...result, id: '%%', rawId: '%%' })],
    ['an id that differs from rawId', (result) => ({ ...result, rawId: 'AAAA' })],
    [
      'an id that differs from that of the key',
      (result) => ({ ...result, id: 'AAAA', rawId: 'AAAA' }),
    ],
    ['another type', (result) => ({ ...result, type: 'password' })],
    ['a list', () => []],
    ['a string', () => '"x"'],
    ['null', () => 'null'],
    ['invalid JSON', () => '{'],
    ['an empty string', () => ''],
    ['90 kB', () => 'x'.repeat(90_000)],
    [
      'a valid response with a field that is too large',
      (result) => ({ ...result, more: 'x'.repeat(70_000) }),
    ],
  ])('are refused: %s (G11)', async (_name, change) => {
    await expectInvalid(change(made));
  });

  it('are refused: fields that are missing or of another type (G11)', async () => {
    for (const value of [undefined, null, 5, {}, [], true]) {
      for (const name of ['id', 'rawId', 'type', 'response']) {
        await expectInvalid({ ...made, [name]: value });
      }
      for (const name of ['clientDataJSON', 'attestationObject']) {
        await expectInvalid({ ...made, response: { ...made.response, [name]: value } });
      }
      const clientData: Members = { type: 'webauthn.create', challenge: 'x', origin: app.url };
      for (const name of Object.keys(clientData)) {
        const text = JSON.stringify({ ...clientData, [name]: value });
        const clientDataJSON = Buffer.from(text).toString('base64url');
        await expectInvalid({ ...made, response: { ...made.response, clientDataJSON } });
      }
    }
  });

  it.each(['', 'delete', 'constructor'])('are refused: the action %j (G11)', async (action) => {
    await expectInvalid(made, action);
  });

  it('are refused: an assertion with missing, truncated or oversized fields (G11)', async () => {
    const { options } = await new PasskeyUser(app).ask();
    const right = new SoftwareAuthenticator(app.url).get(options);
    const data = Buffer.from(String(right.response['authenticatorData']), 'base64url');
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature']) {
      await expectInvalid(
        { ...right, response: { ...right.response, [name]: undefined } },
        'authenticate',
      );
    }
    for (let length = 0; length < data.length; length += 1) {
      const authenticatorData = data.subarray(0, length).toString('base64url');
      const response = { ...right.response, authenticatorData };
      await expectInvalid({ ...right, response }, 'authenticate');
    }
    const userHandle = 'x'.repeat(300);
    await expectInvalid({ ...right, response: { ...right.response, userHandle } }, 'authenticate');
  });

  it('do not use up the challenge, so that a valid response is accepted afterwards', async () => {
    expect((await user.respond('register', made)).location).toBe(app.url);
  });
});
