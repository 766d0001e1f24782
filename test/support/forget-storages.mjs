// Node 20 and 22 copy the store of every AsyncLocalStorage that was entered to every promise, and
// Jest keeps those of earlier suites, which after forty suites took a fifth of the time. So they
// are disabled before each suite; one that is still in use is enabled again when it is entered.
const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks');
const KEY = Symbol.for('authnest.entered-storages');

// Kept on the class, which all suites in a process share.
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
