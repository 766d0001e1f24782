// A CommonJS application, as most Nest applications still are: prints the names it can see.
const loaded = require(process.argv[2]);

console.log(JSON.stringify(Object.keys(loaded)));
