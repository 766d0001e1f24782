import { Apple } from './apple.js';
import { AzureAD } from './azure-ad.js';
import { brand } from './brand.js';
import { Facebook } from './facebook.js';
import { GitHub } from './github.js';
import { GitLab } from './gitlab.js';
import { Google } from './google.js';
import { MARKS } from './marks.js';
import { MicrosoftEntraID } from './microsoft-entra-id.js';

describe('the marks of vendors', () => {
  it.each([
    ['google', Google()],
    ['apple', Apple()],
    ['microsoft', MicrosoftEntraID()],
    ['microsoft', AzureAD()],
    ['facebook', Facebook()],
    ['github', GitHub()],
  ] as const)('are part of the button: %s', (name, { style, options }) => {
    const logo = style?.logo ?? options?.style?.logo ?? '';

    expect(decodeURIComponent(logo)).toContain(MARKS[name]);
  });

  it.each([
    ['apple', Apple()],
    ['github', GitHub()],
  ] as const)('are white on a dark page if they are black: %s', (name, { style, options }) => {
    const dark = decodeURIComponent((style ?? options?.style)?.logoDark ?? '');

    expect(dark).toContain(`fill="#FFFFFF" d="${MARKS[name].split(' d="')[1] ?? ''}`);
    expect(dark).not.toContain('#181717');
  });

  it('are unchanged on a dark page if they have colours', () => {
    const { style, options } = Google();
    const { logo, logoDark } = style ?? options?.style ?? {};

    expect(logoDark).toBe(logo);
  });

  it('are omitted if the rules of the vendor require a licence', () => {
    expect(GitLab().style).toEqual({ brandColor: '#fc6d26' });
    expect(brand('#123456')).toEqual({ brandColor: '#123456' });
  });

  it.each(Object.entries(MARKS))(
    'contain only shapes, no scripts or external resources: %s',
    (_, mark) => {
      expect(mark).toMatch(/^(?:<path(?: fill="#[0-9A-F]{6}")? d="[\w .,-]+"\/>)+$/);
    },
  );
});
