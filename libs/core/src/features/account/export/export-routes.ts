import type { ResolvedAuthConfig } from '../../../config/resolved-auth-config.js';
import { type AuthRoute, POST } from '../../../feature-port/auth-route.js';
import { ExportAccountAction } from './export-account.action.js';

const isOn = ({ account: { page, deletion, changeEmail } }: ResolvedAuthConfig): boolean =>
  page || deletion !== false || changeEmail !== false;

/** Users export what is stored about them. */
export const exportRoutes: readonly AuthRoute[] = [
  {
    ...POST,
    name: 'exportAccount',
    path: 'account/export',
    isOn,
    run: ExportAccountAction,
    summary: 'What is stored about the user, as a JSON file',
    responses: {
      200: 'The file',
      302: 'Redirect: nobody is signed in, or has proven lately who they are',
      401: 'Nobody is signed in',
      403: 'The CSRF token is missing, or the user has not proven lately who they are',
      503: 'A store does not respond',
    },
  },
];
