import type { AuthFeature } from '@authnest/core';
import { type AuthRoute, GET, POST, type ResolvedAuthConfig } from '@authnest/core/feature';
import { ChangeAction, ChangePageAction } from './actions/change.action.js';
import { ConfirmAction, ConfirmPageAction } from './actions/confirm.action.js';
import { ForgotAction, ForgotPageAction } from './actions/forgot.action.js';
import { RegisterAction, RegisterPageAction } from './actions/register.action.js';
import { ResetAction, ResetPageAction } from './actions/reset.action.js';
import { AddressProofService } from './address-proof.service.js';
import { ChangingService } from './changing.service.js';
import { checkOptions } from './check-options.js';
import { ChosenPasswordsService } from './chosen-passwords.service.js';
import { DueChangeService } from './due-change.service.js';
import { OwnPasswordService } from './own-password.service.js';
import { PasswordChangesService } from './password-changes.service.js';
import { registrationBody } from './fields/registration-body.js';
import { ExportedPasswordService } from './exported-password.service.js';
import { PasswordService } from './password.service.js';
import { PasswordWayService } from './password-way.service.js';
import { PROVIDER, type PasswordSettings, settingsOf } from './settings.js';
import { passwordTable } from './store/adapter-store.js';
import { english } from './texts/english.js';
import { german } from './texts/german.js';
import { UnprovenPasswordsService } from './unproven-passwords.service.js';

const isOpen = ({ registration }: PasswordSettings): boolean => registration !== 'closed';
const hasReset = ({ reset }: PasswordSettings): boolean => reset;
const canChange = ({ change }: PasswordSettings): boolean => change;
const always = (): boolean => true;

const onlyIf =
  (isOn: (settings: PasswordSettings) => boolean) =>
  (config: ResolvedAuthConfig): boolean => {
    const settings = settingsOf(config);
    return settings !== undefined && isOn(settings);
  };

/** The form of one step, and where it is sent. */
function step(
  name: string,
  path: string,
  [page, action]: readonly [AuthRoute['run'], AuthRoute['run']],
  isOn: (settings: PasswordSettings) => boolean,
  body?: AuthRoute['body'],
): AuthRoute[] {
  const shared = { path: `password/${path}`, isOn: onlyIf(isOn) };
  const pageOf = { 200: 'The page', 302: 'The address of the page without the token' };
  const answers = { 302: 'The next page', 400: 'What was wrong', 429: 'Too many attempts' };
  return [
    {
      ...GET,
      ...shared,
      name: `${name}Page`,
      run: page,
      summary: `Shows the form to ${DOES[path]}`,
      responses: pageOf,
    },
    {
      ...POST,
      ...shared,
      name,
      run: action,
      summary: `The form to ${DOES[path]}`,
      responses: answers,
      ...(body && { body }),
    },
  ];
}

const DOES: Readonly<Record<string, string>> = {
  register: 'create an account',
  confirm: 'prove the address of a new account',
  forgot: 'ask for a link to set a new password',
  reset: 'set a new password by a mailed link',
  change: 'change the password',
};

/** Registration, reset and change of passwords, for the provider `Password()`. */
export function password(): AuthFeature {
  return {
    name: PROVIDER,
    isOn: (config) => settingsOf(config) !== undefined,
    options: { check: checkOptions },
    texts: { en: { password: english }, de: { password: german } },
    needs: (config) => ({
      mail: true,
      operations: ['getChallenge', 'deleteChallenges', 'createUser', 'getUser', 'getUserByEmail'],
      tables: settingsOf(config)?.store ? [] : [passwordTable],
    }),
    routes: [
      ...step(
        'register',
        'register',
        [RegisterPageAction, RegisterAction],
        isOpen,
        registrationBody,
      ),
      // People who were invited confirm their address too.
      ...step('confirmAddress', 'confirm', [ConfirmPageAction, ConfirmAction], always),
      ...step('forgotPassword', 'forgot', [ForgotPageAction, ForgotAction], hasReset),
      ...step('resetPassword', 'reset', [ResetPageAction, ResetAction], always),
      ...step('changePassword', 'change', [ChangePageAction, ChangeAction], canChange),
    ],
    links: (config) => {
      const settings = settingsOf(config);
      return {
        ...(settings?.reset && { forgotPassword: 'password/forgot' }),
        ...(settings && isOpen(settings) && { createAccount: 'password/register' }),
      };
    },
    accountLinks: (config) =>
      settingsOf(config)?.change ? { changePassword: 'password/change' } : {},
    providers: [
      AddressProofService,
      ChangingService,
      ChosenPasswordsService,
      DueChangeService,
      OwnPasswordService,
      PasswordChangesService,
      ExportedPasswordService,
      PasswordService,
      PasswordWayService,
      UnprovenPasswordsService,
    ],
    exports: [PasswordService],
    slots: {
      identified: DueChangeService,
      removing: UnprovenPasswordsService,
      way: PasswordWayService,
      exporting: ExportedPasswordService,
    },
  };
}
