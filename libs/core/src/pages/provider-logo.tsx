import type { ColorScheme } from './theme/theme-style.js';

export interface ProviderLogoProps {
  readonly logo: string;
  /** Absent if the logo has no dark variant. */
  readonly dark?: string;
  readonly scheme: ColorScheme;
}

/**
 * The logo of a provider. If it has no dark variant, it is shown on a white plate, since its
 * colours are not known.
 */
export function ProviderLogo({ logo, dark, scheme }: ProviderLogoProps) {
  if (dark === undefined) return <Plate source={logo} plate />;
  if (scheme !== 'auto') return <Plate source={scheme === 'dark' ? dark : logo} />;
  return <Plate source={logo} dark={dark} />;
}

interface PlateProps {
  readonly source: string;
  /** Replaces the source if the system uses a dark colour scheme. */
  readonly dark?: string;
  readonly plate?: boolean;
}

/** The size is in the markup too, so that nothing moves when the image has loaded. */
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
