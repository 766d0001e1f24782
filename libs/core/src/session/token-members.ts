import { cutText } from '../model/cut-text.js';
import type { JWT } from '../model/jwt.js';
import type { User } from '../model/user.js';

/** Characters of a name in a token. */
const MAX_NAME = 512;
/** Characters of a picture in a token: a small photo as `data:image/…` fits. */
const MAX_PICTURE = 4096;

/**
 * What a stateless session holds of a user. Servers take 16 kB of headers as a rule, and a larger
 * cookie would keep its owner out of every page, sign-out included: so a name is cut, and a picture
 * that is too large is left to the store.
 * @see docs/design/wire-contract.md 8.1
 */
export function tokenMembers({ id, name, email, image }: User): JWT {
  const isLarge = typeof image === 'string' && image.length > MAX_PICTURE;
  return {
    name: typeof name === 'string' ? cutText(name, MAX_NAME) : name,
    email,
    picture: isLarge ? undefined : image,
    sub: id,
  };
}
