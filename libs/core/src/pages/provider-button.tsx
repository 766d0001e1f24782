import { CsrfField } from './csrf-field.js';
import type { ProviderLook } from './provider-look.js';
import { providerLook, providerRule } from './provider-look.js';
import type { OAuthListing, SignInBlock, SignInBlockProps } from './sign-in-block.js';

/** The button that leaves for an OAuth or OIDC provider. */
export function oauthBlock(props: SignInBlockProps<OAuthListing>): SignInBlock {
  const { provider, forms, className } = props;
  const look = providerLook(provider.name, provider.style);
  return {
    shape: 'button',
    style: providerRule(className, look),
    images: look.logo ? [look.logo] : [],
    content: (
      <form action={forms.actionUrl('signin', provider.id)} method="post">
        <CsrfField token={forms.csrfToken} />
        <input type="hidden" name="callbackUrl" value={`${forms.callbackUrl}`} />
        <button class={`button ${className}`} type="submit">
          <Mark look={look} />
          <span>{forms.language.texts.signIn.signInWith(`${provider.name}`)}</span>
        </button>
      </form>
    ),
  };
}

/** The size is in the markup too, so that nothing moves when the image arrives. */
function Mark({ look: { logo, initial } }: { readonly look: ProviderLook }) {
  return (
    <span class="mark" aria-hidden="true">
      {logo ? (
        <img src={logo} alt="" width="24" height="24" loading="lazy" referrerpolicy="no-referrer" />
      ) : (
        initial
      )}
    </span>
  );
}
