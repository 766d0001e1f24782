import { englishTexts } from './english.js';
import { germanTexts } from './german.js';
import { resolveLanguages } from './resolve-languages.js';

const tagsOf = (...args: Parameters<typeof resolveLanguages>) =>
  resolveLanguages(...args).map(({ tag }) => tag);

describe('resolveLanguages', () => {
  it('offers English and German', () => {
    expect(resolveLanguages(undefined)).toEqual([
      { tag: 'en', choice: 'negotiated', texts: englishTexts },
      { tag: 'de', choice: 'negotiated', texts: germanTexts },
    ]);
  });

  it('offers every language that has texts', () => {
    expect(tagsOf(undefined, { fr: {}, de: {} })).toEqual(['en', 'de', 'fr']);
  });

  it('fixes the language if there is only one', () => {
    expect(resolveLanguages('de')).toEqual([{ tag: 'de', choice: 'fixed', texts: germanTexts }]);
    expect(resolveLanguages(['de', 'de'])).toEqual(resolveLanguages('de'));
  });

  it('keeps the order of a list', () => {
    expect(tagsOf(['de', 'en'])).toEqual(['de', 'en']);
  });

  it('replaces a shipped text, and keeps the others', () => {
    const [own] = resolveLanguages('de', { de: { signIn: { heading: 'Hallo' } } });

    expect(own.texts.signIn).toEqual({ ...germanTexts.signIn, heading: 'Hallo' });
    expect(own.texts.errors).toEqual(germanTexts.errors);
  });

  it('completes a regional language from its language, then from the shipped texts', () => {
    const texts = {
      'de-CH': { signIn: { heading: 'Grüezi' } },
      de: { signIn: { title: 'Hallo' } },
    };
    const [swiss] = resolveLanguages('de-CH', texts);

    expect(swiss.tag).toBe('de-CH');
    expect(swiss.texts.signIn).toMatchObject({ heading: 'Grüezi', title: 'Hallo', or: 'oder' });
  });

  it('completes any other language from English', () => {
    const [french] = resolveLanguages('fr', { fr: { signIn: { heading: 'Connexion' } } });

    expect(french.texts.signIn).toMatchObject({ heading: 'Connexion', or: 'or' });
  });

  it('uses the shipped text if a function throws or does not return a string', () => {
    const failing = (): string => {
      throw new Error('a bug');
    };
    const broken = { signIn: { continueTo: failing, continueWith: () => JSON.parse('{"a":1}') } };
    const [{ texts }] = resolveLanguages('en', { en: broken });

    expect(texts.signIn.continueTo('x.example')).toBe('to continue to x.example');
    expect(texts.signIn.continueWith('X')).toBe('Continue with X');
  });

  it('freezes its result, and does not change the shipped texts', () => {
    const [own] = resolveLanguages('en', { en: { signIn: { heading: 'Hi' } } });

    expect(Object.isFrozen(own.texts.signIn)).toBe(true);
    expect(englishTexts.signIn.heading).toBe('Sign in');
  });
});
