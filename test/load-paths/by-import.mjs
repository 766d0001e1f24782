// Imports a package in an ES module, and prints the names of its exports.
const loaded = await import(process.argv[2]);

console.log(JSON.stringify(Object.keys(loaded)));
