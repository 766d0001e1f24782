/**
 * A value for the option `timeout`, in seconds, in tests of something that never settles. It is too
 * long to abort regular work on a loaded machine. {@link never} and {@link runOut} end the wait at
 * once.
 */
export const PATIENCE = 3571;

/** Functions that end the waits with these limits, by timer, with the newest last. */
const waits = new Map<unknown, () => void>();
const limits = new Set([PATIENCE * 1000]);
const { setTimeout: start, clearTimeout: clear, AbortSignal: signals } = globalThis;

/** Also watches waits of a length that no option sets. @param milliseconds - the exact length */
export function watchWaitsOf(milliseconds: number): void {
  limits.add(milliseconds);
}

/** Returns a promise that never settles, so that code waiting for it times out. */
export function never(): Promise<never> {
  runOut();
  return new Promise(() => undefined);
}

/** Makes the newest wait time out, as soon as there is one. */
export function runOut(): void {
  start(() => {
    const newest = [...waits.values()].at(-1);
    if (newest) newest();
    else runOut();
  }, 1);
}

/** Makes every wait time out. */
export function runOutAll(): void {
  for (const end of waits.values()) end();
}

function startTimer(run: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) {
  const timer = start(end, milliseconds);
  if (limits.has(Number(milliseconds))) waits.set(timer, end);
  return timer;

  function end(): void {
    clearTimer(timer);
    run(...args);
  }
}

function clearTimer(timer?: Parameters<typeof clear>[0]): void {
  waits.delete(timer);
  clear(timer);
}

function signalAfter(milliseconds: number): AbortSignal {
  if (!limits.has(milliseconds)) return signals.timeout(milliseconds);
  const controller = new AbortController();
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  startTimer(() => controller.abort(reason), milliseconds).unref();
  return controller.signal;
}

// A proxy, since Jest gives each file its own globals but the same `AbortSignal` class.
const watchedSignals = new Proxy(signals, {
  get: (target, name) => (name === 'timeout' ? signalAfter : Reflect.get(target, name)),
});
Object.assign(globalThis, {
  setTimeout: Object.assign(startTimer, start),
  clearTimeout: clearTimer,
  AbortSignal: watchedSignals,
});
