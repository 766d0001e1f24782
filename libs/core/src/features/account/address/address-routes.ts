import type { ResolvedAuthConfig } from '../../../config/resolved-auth-config.js';
import { type AuthRoute, GET, POST } from '../../../feature-port/auth-route.js';
import { AddressPageAction, ChangeAddressAction } from './change-address.action.js';
import { ConfirmAddressAction, ConfirmAddressPageAction } from './confirm-address.action.js';
import { UndoAddressAction, UndoAddressPageAction } from './undo-address.action.js';

const isOn = ({ account }: ResolvedAuthConfig): boolean => account.changeEmail !== false;

const LINK = { 200: 'The page', 302: 'The address of the page without the token' };
const DEAD = { 403: 'The link is used, replaced or expired' };
const REFUSED = {
  400: 'For a script: the link is used, replaced or expired',
  403: 'The CSRF token is missing, or the link is used, replaced or expired',
  409: 'Another user has the address',
};

/** Users change their address. */
export const addressRoutes: readonly AuthRoute[] = [
  {
    ...GET,
    name: 'emailPage',
    path: 'account/email',
    isOn,
    run: AddressPageAction,
    summary: 'Shows the form for another address',
    responses: {
      200: 'The page',
      302: 'Redirect: nobody is signed in, or has proven lately who they are',
    },
  },
  {
    ...POST,
    name: 'changeEmail',
    path: 'account/email',
    isOn,
    run: ChangeAddressAction,
    summary: 'Mails links to confirm another address',
    responses: {
      200: 'For a script: `confirm`, the mailboxes that must confirm: `new` or `both`',
      302: 'Redirect to the page, or to where users prove who they are',
      400: 'It is not an address, or that of the user',
      401: 'Nobody is signed in',
      403: 'The CSRF token is missing, or the user has not proven lately who they are',
      429: 'Too many requests',
    },
  },
  {
    ...GET,
    name: 'confirmEmailPage',
    path: 'account/email-confirm',
    isOn,
    run: ConfirmAddressPageAction,
    summary: 'Asks for the confirmation of an address after its link was followed',
    responses: { ...LINK, 403: `${DEAD[403]}, or is for another user` },
  },
  {
    ...POST,
    name: 'confirmEmail',
    path: 'account/email-confirm',
    isOn,
    run: ConfirmAddressAction,
    summary: 'Confirms a change of address, and changes it with the last confirmation',
    responses: { 200: 'The page, or for a script `changed`', ...REFUSED },
  },
  {
    ...GET,
    name: 'undoEmailPage',
    path: 'account/email-undo',
    isOn,
    run: UndoAddressPageAction,
    summary: 'Asks whether a change of address is to be undone',
    responses: { ...LINK, ...DEAD },
  },
  {
    ...POST,
    name: 'undoEmail',
    path: 'account/email-undo',
    isOn,
    run: UndoAddressAction,
    summary: 'Restores the former address, and ends all sessions',
    responses: { 200: 'The page', ...REFUSED },
  },
];
