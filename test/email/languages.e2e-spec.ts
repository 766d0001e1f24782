import { MailApp } from '../support/mail-app.js';
import { platforms } from '../support/test-app.js';

const ADDRESS = 'vera@x.example';

describe.each(platforms())('the language of the mail, on %s', (platform) => {
  let mail: MailApp;

  afterEach(() => mail.close());

  it('is the language of the browser that requested it', async () => {
    mail = await MailApp.start({ platform });

    await mail.linkFor(ADDRESS, mail.client({ 'accept-language': 'de-AT, en;q=0.5' }));
    const german = await mail.mailbox.read();
    await mail.linkFor(ADDRESS, mail.client({ 'accept-language': 'en' }));
    const english = await mail.mailbox.read();

    expect(german.subject).toMatch(/^Anmeldung bei 127\.0\.0\.1:\d+$/);
    expect(german.text).toContain('Er gilt einmal, innerhalb von 10 Minuten:');
    expect(german.html).toContain('<html lang="de">');
    expect(german.html).toContain('Mit der Schaltfläche melden Sie sich an.');
    expect(english.subject).toMatch(/^Sign in to 127/);
    expect(english.html).toContain('<html lang="en">');
  });

  it('is the configured language, with custom texts', async () => {
    mail = await MailApp.start({
      platform,
      config: {
        language: 'de',
        texts: { de: { mail: { subject: (site) => `Ihr Zugang <${site}>` } } },
      },
    });

    await mail.linkFor(ADDRESS, mail.client({ 'accept-language': 'en' }));
    const { subject, html } = await mail.mailbox.read();

    expect(subject).toMatch(/^Ihr Zugang <127/);
    expect(html).toContain('Ihr Zugang &lt;127');
    expect(html).toContain('Anmelden');
  });

  it('is passed to a custom sender, with the texts', async () => {
    const got: unknown[] = [];
    mail = await MailApp.start({
      platform,
      email: {
        server: undefined,
        sendVerificationRequest: ({ language, texts }) => got.push([language, texts.mail.button]),
      },
    });

    await mail.client({ 'accept-language': 'de' }).signIn('email', { email: ADDRESS });

    expect(got).toEqual([['de', 'Anmelden']]);
  });

  it("does not apply to the confirmation page, which uses the browser's language", async () => {
    mail = await MailApp.start({ platform });
    const link = await mail.linkFor(ADDRESS);
    const other = mail.client({ 'accept-language': 'de' });

    const { location = '' } = await other.get(link);
    const { text } = await other.get(location);

    expect(text).toContain('<h1>Als v•••@x.example fortfahren?</h1>');
  });
});
