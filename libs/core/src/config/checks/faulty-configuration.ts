import type { AuthError } from '../../errors/auth.error.js';
import { InvalidConfiguration } from '../../errors/configuration.errors.js';
import type { Theme } from '../../model/theme.js';
import type { Languages } from '../texts/language.js';

/** The valid parts of a faulty configuration that an error page uses. */
export interface SoundLooks {
  readonly theme?: Theme;
  /** Path or URL of the application's own error page. */
  readonly errorPage?: string;
  readonly languages: Languages;
}

/**
 * The problems of a configuration, with the valid parts that determine how an error page looks.
 * @see docs/design/wire-contract.md 2
 */
export class FaultyConfiguration extends InvalidConfiguration {
  constructor(
    problems: readonly AuthError[],
    readonly looks: SoundLooks,
  ) {
    super(problems);
    this.name = 'InvalidConfiguration';
    Object.defineProperty(this, 'looks', { enumerable: false });
  }
}
