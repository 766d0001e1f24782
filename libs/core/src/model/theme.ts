/** How the built-in pages look. @see specification, Resources, Theme */
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
