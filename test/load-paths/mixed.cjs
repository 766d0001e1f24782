// An application in both worlds, as one whose packages are not all of one kind: prints whether
// `require` and `import`, in both orders, see the same module.
const [, , name, first] = process.argv;

const both = {
  require: async () => [require(name), await import(name)],
  import: async () => {
    const imported = await import(name);
    return [require(name), imported];
  },
};

both[first]().then(([required, imported]) => {
  const differing = Object.keys(imported).filter((key) => required[key] !== imported[key]);
  console.log(JSON.stringify(differing));
});
