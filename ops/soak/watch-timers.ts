/**
 * Records the pending timers of the process, including those that do not keep it alive, which Node
 * does not list. Call it before anything else is loaded. Internal timers of Node are not recorded.
 */
export function watchTimers(): ReadonlySet<unknown> {
  const waiting = new Set<unknown>();
  const { setTimeout: set, setInterval: repeat, clearTimeout: clear } = globalThis;
  const { clearInterval: end } = globalThis;
  const own = {
    setTimeout(work: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) {
      const timer = set(() => {
        waiting.delete(timer);
        work(...args);
      }, delay);
      waiting.add(timer);
      return timer;
    },
    setInterval(work: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) {
      const timer = repeat(work, delay, ...args);
      waiting.add(timer);
      return timer;
    },
    clearTimeout(timer?: NodeJS.Timeout) {
      waiting.delete(timer);
      clear(timer);
    },
    clearInterval(timer?: NodeJS.Timeout) {
      waiting.delete(timer);
      end(timer);
    },
  };
  Object.assign(globalThis, own);
  return waiting;
}
