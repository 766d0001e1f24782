import { ProviderLogo } from '../../../pages/provider-logo.js';
import { imagesOf, providerLook } from '../../../pages/provider-look.js';
import { colorScheme } from '../../../pages/theme/theme-style.js';
import { WayIcon } from '../../../pages/way-icon.js';
import type { ResolvedOAuthProvider } from '../../../provider/resolved-provider.js';
import type { AccountPageProps } from './page-props.js';

/** Returns the images that the page may show. */
export function logosOf(providers: readonly ResolvedOAuthProvider[]): string[] {
  return providers.flatMap(({ style }) => imagesOf(providerLook(style)));
}

/** The logo of a provider; one that is no longer configured has a generic icon. */
export function ProviderMark({
  id,
  page,
}: {
  readonly id: string;
  readonly page: AccountPageProps;
}) {
  const provider = page.providers.find((one) => one.id === id);
  const { logo, logoDark } = provider ? providerLook(provider.style) : {};
  if (logo === undefined) return <WayIcon shape="enter" />;
  return <ProviderLogo logo={logo} dark={logoDark} scheme={colorScheme(page.theme)} />;
}
