// Node 20 and 22 carry the stores of each AsyncLocalStorage that was entered on to every promise, and
// Jest keeps those of the suites that are over: after forty of them, that was a fifth of the work. So
// a suite begins without the storages of the one before; one that is still used enrols anew.
const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks');
const KEY = Symbol.for('authnest.entered-storages');

// On the class, which is the process's own and the same for all of its suites.
AsyncLocalStorage[KEY] ??= watchEntries(AsyncLocalStorage.prototype);
for (const storage of AsyncLocalStorage[KEY]) storage.disable();
AsyncLocalStorage[KEY].clear();

function watchEntries(prototype) {
  const entered = new Set();
  for (const name of ['run', 'enterWith']) {
    const enter = prototype[name];
    prototype[name] = function watched(...args) {
      entered.add(this);
      return enter.apply(this, args);
    };
  }
  return entered;
}
