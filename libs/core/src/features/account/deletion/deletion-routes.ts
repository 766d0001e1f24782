import type { ResolvedAuthConfig } from '../../../config/resolved-auth-config.js';
import { type AuthRoute, GET, POST } from '../../../feature-port/auth-route.js';
import { DeleteAccountAction, DeletionPageAction } from './delete-account.action.js';

const isOn = ({ account }: ResolvedAuthConfig): boolean => account.deletion !== false;

/** Users delete their account. */
export const deletionRoutes: readonly AuthRoute[] = [
  {
    ...GET,
    name: 'deletionPage',
    path: 'account/delete',
    isOn,
    run: DeletionPageAction,
    summary: 'Shows the form to delete the account',
    responses: {
      200: 'The page',
      302: 'Redirect: nobody is signed in, or has proven lately who they are',
    },
  },
  {
    ...POST,
    name: 'deleteAccount',
    path: 'account/delete',
    isOn,
    run: DeleteAccountAction,
    summary: 'Deletes the user, and everything that belongs to them',
    responses: {
      200: 'For a script: the user is deleted',
      302: 'Redirect to the start page, or to where users prove who they are',
      400: 'The address, or the word, was not typed',
      401: 'Nobody is signed in',
      403: 'The CSRF token is missing, or the user has not proven lately who they are',
      409: 'The application refuses',
      503: 'The application, or a store, does not respond',
    },
  },
];
