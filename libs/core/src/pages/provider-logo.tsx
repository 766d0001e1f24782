import type { ColorScheme } from '../theme/theme-style.js';

export interface ProviderLogoProps {
  readonly logo: string;
  /** Absent where the logo has no variant for dark pages. */
  readonly dark?: string;
  readonly scheme: ColorScheme;
}

/**
 * The logo of a provider. Without a variant for dark pages it is shown on a white plate, since its
 * colours are not known.
 */
export function ProviderLogo({ logo, dark, scheme }: ProviderLogoProps) {
  if (dark === undefined) return <Plate source={logo} plate />;
  if (scheme !== 'auto') return <Plate source={scheme === 'dark' ? dark : logo} />;
  return <Plate source={logo} dark={dark} />;
}

interface PlateProps {
  readonly source: string;
  /** In place of the source where the system is dark. */
  readonly dark?: string;
  readonly plate?: boolean;
}

/** The size is in the markup too, so that nothing moves when the image arrives. */
function Plate({ source, dark, plate }: PlateProps) {
  const image = (
    <img src={source} alt="" width="24" height="24" loading="lazy" referrerpolicy="no-referrer" />
  );
  return (
    <span class={plate ? 'mark logo-mark' : 'mark'} aria-hidden="true">
      {dark === undefined ? (
        image
      ) : (
        <picture>
          <source srcset={dark.replaceAll(' ', '%20')} media="(prefers-color-scheme: dark)" />
          {image}
        </picture>
      )}
    </span>
  );
}
