import type { SignInPlan } from './plan-sign-in.js';
import { ProviderButton } from './provider-button.js';
import type { SignInForms } from './provider-listing.js';
import type { ProviderLook } from './provider-look.js';
import type { ColorScheme } from './theme/theme-style.js';
import { WayIcon } from './way-icon.js';

/** A provider and the look of its button. */
export interface StyledButton {
  readonly provider: SignInPlan['buttons'][number];
  readonly className: string;
  readonly look?: ProviderLook;
}

export interface ProviderListProps {
  readonly buttons: readonly StyledButton[];
  readonly forms: SignInForms;
  readonly scheme: ColorScheme;
}

/** At most this many buttons are shown; a longer list is hard to read, so the rest is folded. */
const MOST = 8;

/** The buttons of providers that ask for no input on this page, in configuration order. */
export function ProviderList({ buttons, forms, scheme }: ProviderListProps) {
  const shown = buttons.length > MOST ? MOST - 1 : MOST;
  const rest = buttons.slice(shown);
  return (
    <>
      <Buttons buttons={buttons.slice(0, shown)} forms={forms} scheme={scheme} />
      {rest.length > 0 && (
        <div class="provider">
          <details>
            <summary class="button">
              <WayIcon shape="more" />
              <span>{forms.language.texts.signIn.moreWays}</span>
            </summary>
            <div class="rest">
              <Buttons buttons={rest} forms={forms} scheme={scheme} />
            </div>
          </details>
        </div>
      )}
    </>
  );
}

function Buttons({ buttons, forms, scheme }: ProviderListProps) {
  return (
    <>
      {buttons.map(({ provider, className, look }) => (
        <div class="provider" key={provider.id}>
          <ProviderButton
            provider={provider}
            forms={forms}
            className={className}
            look={look}
            scheme={scheme}
          />
        </div>
      ))}
    </>
  );
}
