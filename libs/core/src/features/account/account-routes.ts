import { type AuthRoute, GET, POST } from '../../feature-port/auth-route.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AccountPageAction } from './page/account-page.action.js';
import {
  ProfileAction,
  RemovePasskeyAction,
  RenamePasskeyAction,
  UnlinkAction,
} from './page/change.action.js';
import { LinkAction } from './page/link.action.js';

const CHANGED = {
  200: 'For scripts: the change was made',
  302: 'For a form submission: redirect to the account page',
  401: 'Nobody is signed in',
  403: 'The CSRF token is missing, or the user has to prove again who they are',
};

const isOn = ({ account, pages }: ResolvedAuthConfig): boolean =>
  account.page || pages.account !== undefined;

/** The account page, and what its own forms change. */
export const accountRoutes: readonly AuthRoute[] = [
  {
    ...GET,
    name: 'accountPage',
    path: 'account',
    isOn,
    run: AccountPageAction,
    summary: 'What users may see and change of their own account',
    responses: {
      200: 'The page, or for scripts the account',
      302: 'Redirect to the sign-in page: nobody is signed in',
      401: 'Nobody is signed in',
    },
  },
  {
    ...POST,
    name: 'changeProfile',
    path: 'account/profile',
    isOn,
    run: ProfileAction,
    summary: 'Changes the name or the picture of the user',
    responses: { ...CHANGED, 400: 'A value is not allowed' },
  },
  {
    ...POST,
    name: 'linkAccount',
    path: 'account/link',
    isOn,
    run: LinkAction,
    summary: 'Starts the sign-in with a provider, whose account then belongs to the user',
    responses: { ...CHANGED, 200: 'For scripts: the `url`', 302: 'Redirect to the provider' },
  },
  {
    ...POST,
    name: 'unlinkAccount',
    path: 'account/unlink',
    isOn,
    run: UnlinkAction,
    summary: 'Removes an account at a provider from the user',
    responses: { ...CHANGED, 404: 'No such account', 409: 'It is the only way to sign in' },
  },
  {
    ...POST,
    name: 'renamePasskey',
    path: 'account/passkey-rename',
    isOn,
    run: RenamePasskeyAction,
    summary: 'Names a passkey of the user',
    responses: { ...CHANGED, 400: 'The name is not allowed', 404: 'No such passkey' },
  },
  {
    ...POST,
    name: 'removePasskey',
    path: 'account/passkey-remove',
    isOn,
    run: RemovePasskeyAction,
    summary: 'Removes a passkey of the user',
    responses: { ...CHANGED, 404: 'No such passkey', 409: 'It is the only way to sign in' },
  },
];
