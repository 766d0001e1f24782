import { cutText } from '../../model/cut-text.js';
import type { JWT } from '../../model/jwt.js';
import type { User } from '../../model/user.js';

/** Maximum length of a name in a token. */
const MAX_NAME = 512;
/** Maximum length of a picture in a token; a small photo as `data:image/…` fits. */
const MAX_PICTURE = 4096;

/**
 * Returns the members of a user that a stateless session contains. Servers usually accept 16 kB of
 * headers, and a larger cookie would lock the user out of every page, including sign-out. A long
 * name is therefore shortened, and a picture that is too large is omitted.
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
