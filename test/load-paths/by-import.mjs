// An ES module application: prints the names it can see.
const loaded = await import(process.argv[2]);

console.log(JSON.stringify(Object.keys(loaded)));
