/** The appearance of the built-in pages. @see docs/design/wire-contract.md 16.2 */
export interface Theme {
  /** CSS colour of buttons and links. */
  brandColor?: string;
  /** CSS colour of the text on buttons. */
  buttonText?: string;
  /** @default 'auto' */
  colorScheme?: 'auto' | 'dark' | 'light';
  /** http(s) URL, path or `data:image/…` of a logo. */
  logo?: string;
}
