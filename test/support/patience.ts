/**
 * For the option `timeout`, in seconds, where something never settles: so long that whatever is
 * honest is never called off, however loaded the machine. {@link never} and {@link runOut} end the
 * wait at once.
 */
export const PATIENCE = 3571;

/** Ends each wait that has such a limit, by its timer; the newest is the last. */
const waits = new Map<unknown, () => void>();
const limits = new Set([PATIENCE * 1000]);
const { setTimeout: start, clearTimeout: clear, AbortSignal: signals } = globalThis;

/** Watches waits of a length that no option sets. @param milliseconds - exactly so many */
export function watchWaitsOf(milliseconds: number): void {
  limits.add(milliseconds);
}

/** A promise that never settles: code that waits for it ends by its time-out. */
export function never(): Promise<never> {
  runOut();
  return new Promise(() => undefined);
}

/** Lets the time of the newest wait be over, as soon as there is one. */
export function runOut(): void {
  start(() => {
    const newest = [...waits.values()].at(-1);
    if (newest) newest();
    else runOut();
  }, 1);
}

/** Lets the time of every wait be over. */
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

// Only of this story: Jest gives each file globals of its own, but the same class of signals.
const watchedSignals = new Proxy(signals, {
  get: (target, name) => (name === 'timeout' ? signalAfter : Reflect.get(target, name)),
});
Object.assign(globalThis, {
  setTimeout: Object.assign(startTimer, start),
  clearTimeout: clearTimer,
  AbortSignal: watchedSignals,
});
