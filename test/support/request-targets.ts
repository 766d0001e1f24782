import fc from 'fast-check';

/** Strings that can precede a path in a request line. */
const FRONTS = [
  '',
  'munity://x',
  'MUNITY://x',
  'ftp://app.com',
  'http://app.com',
  'HTTPS://app.com',
  'http://evil.test',
  'https://app.com@evil.test',
  'http://app.com:8443',
  'http:',
  'app.com:443',
  '*',
  '@evil.test',
  '.evil.test',
  '#',
  '?',
];

/** Path segments, of which the last ones are invalid in URLs. */
const SEGMENTS = [
  'acme',
  'auth',
  '',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '.%2e',
  '%2e.',
  '%252e%252e',
  '..;x=1',
  '@evil.test',
  'x@evil.test',
  ':8443',
  '%2f',
  '%5c',
  '%00',
  '%0d%0aLocation:%20x',
  '{x}',
  '\xc3\xbc',
  'a'.repeat(8000),
  '\\evil.test',
  '\\x@evil.test',
  '#',
  '\t',
  '\0',
  ' ',
];

const SEPARATORS = ['/', '/', '/', '/', '//', '\\', '/\\', '\\/'];

/** A few segments, each after a separator. */
const aStretch = fc
  .array(fc.tuple(fc.constantFrom(...SEPARATORS), fc.constantFrom(...SEGMENTS)), { maxLength: 3 })
  .map((pairs) => pairs.flat().join(''));

/** Strings with which a target can end. */
const ENDS = ['', '?', '?#', '#', '/', '//', '?callbackUrl=//evil.test', '?a=\\b', '%'];

/** Request targets: a prefix, the path of an endpoint, and a suffix. */
export const aTarget = targetTo('/auth/signin');

/** @param path - of an endpoint, which most targets contain; most are unusual in one place only */
export function targetTo(path: string): fc.Arbitrary<string> {
  const front = fc.constantFrom(...FRONTS);
  const spelled = fc.constantFrom(path, path.toUpperCase(), '');
  const end = fc.constantFrom(...ENDS);
  const sound = fc.constant('');
  const plain = fc.constant(path);
  return fc
    .oneof(
      fc.tuple(front, sound, plain, sound, sound),
      fc.tuple(sound, aStretch, plain, sound, end),
      fc.tuple(sound, sound, plain, aStretch, end),
      fc.tuple(front, aStretch, spelled, aStretch, end),
    )
    .map((parts) => parts.join(''));
}
