import type { AuthConfig } from '../options/auth-config.js';
import { checkLanguage, checkTexts } from './check-texts.js';

const messages = (options: object) => {
  const config = options as AuthConfig;
  return [...checkTexts(config), ...checkLanguage(config)].map((error) => error.message);
};

describe('checkTexts', () => {
  it('accepts an incomplete set of texts in any language', () => {
    const texts = {
      de: { signIn: { heading: 'Hallo', continueTo: (site: string) => site } },
      'pt-BR': { errors: { Default: { text: 'Ops' } } },
      fr: undefined,
    };

    expect(messages({ texts })).toEqual([]);
  });

  it.each([
    [
      { de: { signin: {} } },
      'texts.de.signin: there is no such option; did you mean `texts.de.signIn`?',
    ],
    [
      { de: { signIn: { headin: 'x' } } },
      'texts.de.signIn.headin: there is no such option; did you mean `texts.de.signIn.heading`?',
    ],
    [
      { de: { errors: { Default: { title: 'x' } } } },
      'texts.de.errors.Default.title: there is no such option; known options: heading, text',
    ],
    [
      { de: { signIn: { heading: 1 } } },
      'texts.de.signIn.heading: expected a string, got a number',
    ],
    [
      { de: { signIn: { heading: '' } } },
      'texts.de.signIn.heading: expected a string, got an empty string',
    ],
    [
      { de: { signIn: { continueTo: 'x' } } },
      'texts.de.signIn.continueTo: expected a function that returns a string, got a string',
    ],
    [{ de: { signIn: 'x' } }, 'texts.de.signIn: expected an object of texts, got a string'],
    [{ de: 'x' }, 'texts.de: expected an object of texts'],
    [{ DE: {} }, "texts.DE: expected a language tag such as 'de' or 'pt-BR'; did you mean 'de'?"],
    [
      { pt_br: {} },
      "texts.pt_br: expected a language tag such as 'de' or 'pt-BR'; did you mean 'pt-BR'?",
    ],
    [{ signIn: {} }, "texts.signIn: expected a language tag such as 'de' or 'pt-BR'"],
    [{ german: {} }, "texts.german: expected a language tag such as 'de' or 'pt-BR'"],
  ])('refuses %j', (texts, message) => {
    expect(messages({ texts })).toEqual([message]);
  });
});

describe('checkLanguage', () => {
  it.each([{ language: 'de' }, { language: ['de', 'en'] }, { language: 'de-CH' }, {}])(
    'accepts %j',
    (options) => {
      expect(messages(options)).toEqual([]);
    },
  );

  it('accepts a language for which the application has texts', () => {
    expect(messages({ language: ['fr', 'en'], texts: { fr: {} } })).toEqual([]);
  });

  it.each([
    ['fr', "language: there are no texts in 'fr'; write them in `texts.fr`, or use en, de"],
    ['german', "language: expected a language tag such as 'de' or 'pt-BR'"],
    ['de_CH', "language: expected a language tag such as 'de' or 'pt-BR'; did you mean 'de-CH'?"],
    [['de', 'x'], "language: expected a language tag such as 'de' or 'pt-BR'"],
  ])('refuses %j', (language, message) => {
    expect(messages({ language })).toEqual([message]);
  });
});
