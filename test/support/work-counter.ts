import { jest } from '@jest/globals';
import { createDecipheriv } from 'node:crypto';
import { createInflateRaw } from 'node:zlib';

/** The methods that finally do the work that an attacker can make expensive. */
const WORK = [
  [methodsOf(createDecipheriv('aes-256-cbc', Buffer.alloc(32), Buffer.alloc(16))), 'update'],
  [methodsOf(Reflect.get(createInflateRaw(), '_handle')), 'write'],
  [methodsOf(Reflect.get(createInflateRaw(), '_handle')), 'writeSync'],
  [globalThis.crypto.subtle, 'deriveBits'],
  [globalThis.crypto.subtle, 'deriveKey'],
  [globalThis.crypto.subtle, 'decrypt'],
] as const;

/**
 * Runs a function and counts what it decrypts, inflates and derives through any module, because
 * the spied methods are those of the objects that do the work.
 */
export async function countWork(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const spies = WORK.map(([owner, name]) => jest.spyOn(owner as Record<string, () => void>, name));
  try {
    await run();
    const counts = WORK.map(([, name], index) => [name, spies[index]?.mock.calls.length] as const);
    return Object.fromEntries(counts.filter(([, count]) => count)) as Record<string, number>;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

function methodsOf(value: unknown): object {
  return Object.getPrototypeOf(value) as object;
}
