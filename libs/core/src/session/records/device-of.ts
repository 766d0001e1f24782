import ipaddr from 'ipaddr.js';
import type { ResolvedDevice } from '../../config/options/session.js';
import { headerOf } from '../../request/context/auth-request.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { cutText } from '../../model/cut-text.js';

/** Facts in a request about the device that sent it; absent members are not stored. */
export interface Device {
  readonly address?: string;
  readonly userAgent?: string;
}

/** Maximum length of a stored user agent; browsers send 100 to 250 characters. */
export const MAX_USER_AGENT = 512;

/** Returns what is stored about the device of a request, as configured in `session.device`. */
export function deviceOf({ request, config }: SessionContext): Device {
  const { device } = config.session;
  const address = addressOf(request.address, device.address);
  const userAgent = device.userAgent ? headerOf(request, 'user-agent') : undefined;
  return {
    ...(address === undefined ? {} : { address }),
    ...(userAgent === undefined ? {} : { userAgent: cutText(userAgent, MAX_USER_AGENT) }),
  };
}

/** Returns the address or its network, which is a /24 for IPv4 and a /48 (one site) for IPv6. */
function addressOf(
  address: string | undefined,
  kept: ResolvedDevice['address'],
): string | undefined {
  if (kept === 'off' || address === undefined || !ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (kept === 'full') return parsed.toString();
  return parsed instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/48`).toString()}/48`;
}
