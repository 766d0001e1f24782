import { nameOf, pictureOf } from './profile-members.js';

describe('pictureOf', () => {
  it.each([
    'https://cdn.example/ada.png',
    'http://cdn.example/ada.png?s=96#x',
    'data:image/jpeg;base64,iVBORw0=',
    'data:image/svg+xml,%3Csvg/%3E',
  ])('keeps %s', (value) => expect(pictureOf(value)).toBe(value));

  it('keeps a photo from the Entra provider of Auth.js, without its blank', () =>
    expect(pictureOf('data:image/jpeg;base64, /9j/4AA=')).toBe('data:image/jpeg;base64,/9j/4AA='));

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://cdn.example',
    ' https://cdn.example',
    'https://cdn.example/a b',
    'https://cdn.example\\@evil.test',
    'https://',
    'data:text/html,<script>',
    'data:image/png,a b',
    'data:image/png;base64, iVBOR w0=',
    'data:text/html;base64, PHNjcmlwdD4=',
    'blob:https://cdn.example/x',
    'file:///etc/hostname',
    'ftp://cdn.example/x',
    '//cdn.example/x',
    '/ada.png',
    'ada.png',
    '',
    `https://cdn.example/${'a'.repeat(2048)}`,
    5,
    null,
    {},
    ['https://cdn.example'],
  ])('drops %j', (value) => expect(pictureOf(value)).toBeUndefined());
});

describe('nameOf', () => {
  it('cuts a name to 255 characters without splitting a character', () => {
    expect(nameOf('a'.repeat(255))).toHaveLength(255);
    expect(nameOf('a'.repeat(256))).toHaveLength(255);
    expect(nameOf(`${'a'.repeat(254)}😀😀`)).toBe('a'.repeat(254));
    expect(nameOf(`${'a'.repeat(253)}😀😀`)).toBe(`${'a'.repeat(253)}😀`);
    expect(nameOf({})).toBeUndefined();
  });
});
