/**
 * What `inOwnProcess` starts, as the head of a group: `node child.mjs MODULE_URL OPTIONS_AS_JSON` calls the `measure` of the
 * module and hands the result to the parent. The group ends with the parent, however that ends.
 */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
const [module, options] = process.argv.slice(2);
const { measure } = await import(module);
const result = await measure(JSON.parse(options));
process.send({ result }, () => process.exit(0));
