import { type Kind, NGINX } from './edge-proxy.js';
import { readFromRoot } from './guides.js';

/** nginx with the configuration in `deploy/nginx.conf`, in front of instances on this machine. */
export const DEPLOYED_NGINX: Kind = {
  ...NGINX,
  configuration: ({ near, hosts }, folder) =>
    [
      `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;`,
      readFromRoot('deploy/nginx.conf')
        .replace(/^.*\bresolver .*$/m, temporaryFiles(folder))
        .replace(/server app:3000 resolve (.*);/, (_, options: string) =>
          hosts.map((host) => `server ${host} ${options};`).join('\n'),
        )
        .replace('listen 80;', `listen 127.0.0.1:${near};`),
    ].join('\n'),
};

function temporaryFiles(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return ['access_log off;', ...kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`)].join(
    '\n',
  );
}
