import { randomUUID } from 'node:crypto';
import type { Commands } from './commands.js';
import { isKey, type Keys } from './keys.js';

/** How long a spent value is kept after its expiry, in case a clock was ahead and is set back. */
const MARGIN_MS = 24 * 60 * 60 * 1000;

/** Values that can be used only once. */
export class SpentValues {
  constructor(
    private readonly commands: Commands,
    private readonly keys: Keys,
  ) {}

  /** If a lost connection makes the client repeat the command, it finds its own attempt. */
  async spend({ key, expires }: { key: string; expires: Date }): Promise<boolean> {
    if (!isKey(key)) throw new Error('spendOnce: `key` is not a string');
    const attempt = randomUUID();
    const lifeMs = Math.max(expires.getTime() - Date.now(), 0) + MARGIN_MS;
    const before = await this.commands.write<string | null>((redis) =>
      redis.set(this.keys.spent(key), attempt, 'PX', lifeMs, 'NX', 'GET'),
    );
    return before === null || before === attempt;
  }
}
