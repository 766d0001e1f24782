import { readFromRoot } from '../../../test/support/guides.js';
import { type Preset, presets } from '../../../test/support/presets.js';

const guide = readFromRoot('docs/provider-list.md');
const [, list = ''] = guide.split('## The list');
const [table = ''] = list.split('\n## ');
const ROWS = table
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -2)
      .map((cell) => cell.trim()),
  );

describe('docs/provider-list.md', () => {
  it('has a row for each provider, sorted by name', () => {
    const names = presets.map(([, preset]) => preset().name);

    expect(ROWS.map(([name]) => name)).toEqual(
      names.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
  });

  it.each([...presets])('lists the issuer and the scope of %s', (name, preset) => {
    const { id } = preset();
    const row = ROWS.find((cells) => cells[2] === `\`${id}\``);

    expect(row).toEqual([
      preset().name,
      `\`${name}\``,
      `\`${id}\``,
      needsIssuer(preset) ? 'yours' : '',
      scopeOf(preset),
    ]);
  });
});

function needsIssuer(preset: Preset): boolean {
  const { type, issuer, authorization } = preset();
  if (issuer !== undefined) return false;
  return type === 'oidc' || JSON.stringify(authorization).includes('{issuer}');
}

function scopeOf(preset: Preset): string {
  const { authorization } = preset();
  const { scope = 'openid profile email' } =
    (typeof authorization === 'object' && authorization.params) || {};
  if (scope === 'openid profile email') return '';
  return typeof scope === 'string' && scope !== '' ? `\`${scope}\`` : '–';
}
