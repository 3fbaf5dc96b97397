import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { InvalidHandlersError } from '../../../src/interfaces/worker/handler-map.js';
import { loadHandlers } from '../../../src/interfaces/worker/load-handlers.js';

describe('loadHandlers', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'leasehold-handlers-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function module(name: string, source: string): string {
    const path = join(folder, name);
    writeFileSync(path, source);
    return path;
  }

  /** The message of the error that loading ends with. */
  async function refusal(path: string): Promise<string> {
    try {
      await loadHandlers(path);
    } catch (error) {
      expect(error).to.be.instanceOf(InvalidHandlersError);
      return (error as Error).message;
    }
    throw new Error('The module was accepted');
  }

  it('loads plain options, by a path relative to the working directory', async () => {
    const path = module('plain.mjs', "export default { 'mail.send': { run: 'inline', handle: () => 1 } };");
    const handlers = await loadHandlers(relative(process.cwd(), path));
    expect([...handlers.keys()]).to.deep.equal(['mail.send']);
    expect(handlers.get('mail.send')).to.include({ run: 'inline', lease: 'auto' });
  });

  it('loads a CommonJS module', async () => {
    const handlers = await loadHandlers(module('common.cjs', 'module.exports = { a: { handle() {} } };'));
    expect([...handlers.keys()]).to.deep.equal(['a']);
  });

  it('says when there is no such file', async () => {
    expect(await refusal('./no/such/file.mjs')).to.equal('There is no handlers module ./no/such/file.mjs');
    expect(await refusal(folder)).to.equal(`There is no handlers module ${folder}`);
  });

  it('says what is wrong inside the file', async () => {
    const path = module('broken.mjs', "import './missing.mjs'; export default {};");
    expect(await refusal(path))
      .to.include(`${path} cannot be loaded`)
      .and.include('missing.mjs');
    expect(await refusal(module('throws.mjs', 'throw null;'))).to.include('null');
  });

  for (const [name, source] of Object.entries({
    'null-prototype.mjs': 'throw Object.create(null);',
    'hostile.mjs': 'throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } });',
    'message.mjs': "throw Object.defineProperty(new Error('x'), 'message', { get() { throw 1; } });",
    'getter.cjs':
      "module.exports = { __esModule: true }; Object.defineProperty(module.exports, 'default', { get() { throw 1; } });",
    'entry.cjs': "module.exports = { get a() { throw new Error('no entry'); } };",
    'option.cjs': 'module.exports = { a: { get handle() { throw Object.create(null); } } };',
    'traps.mjs': 'export default new Proxy({}, { getPrototypeOf() { throw 1; } });',
  })) {
    it(`names the module when it throws in odd ways: ${name}`, async () => {
      const path = module(name, source);
      const message = await refusal(path);
      expect(message).to.include(path);
      expect(message).not.to.match(/\n\s+at /);
    });
  }

  it('wants a default export that maps types to handlers', async () => {
    expect(await refusal(module('named.mjs', 'export const handlers = {};'))).to.include('no default export');
    expect(await refusal(module('array.mjs', 'export default [];'))).to.include('must map job types to handlers');
    expect(await refusal(module('function.mjs', 'export default () => {};'))).to.include(
      'must map job types to handlers',
    );
  });

  for (const [what, source] of Object.entries({
    'a Map': "new Map([['a', { handle() {} }]])",
    'a Promise (await it in the module)': 'Promise.resolve({ a: { handle() {} } })',
    'an object of a class': 'new (class Handlers { a = { handle() {} }; })()',
    'a function': 'Object.assign(() => 1, { a: { handle() {} } })',
    undefined: 'undefined',
    null: 'null',
    'a string': "'handlers'",
    empty: '{}',
  })) {
    it(`refuses a default export that is ${what}`, async () => {
      const path = module(`kind-${what.replaceAll(/\W/g, '-')}.mjs`, `export default ${source};`);
      expect(await refusal(path)).to.equal(
        `The default export of ${path} must map job types to handlers, as a plain object, but is ${what}`,
      );
    });
  }

  it('takes an object without prototype, of another realm, and a module namespace', async () => {
    module('named-handlers.mjs', 'export const a = { handle() {} };');
    const bare = 'Object.assign(Object.create(null), { a: { handle() {} } })';
    const foreign = "(await import('node:vm')).runInNewContext('({ a: { handle() {} } })')";
    for (const [name, source] of Object.entries({
      'no-prototype.mjs': `export default ${bare};`,
      'foreign.mjs': `export default ${foreign};`,
      'namespace.mjs': "export * as default from './named-handlers.mjs';",
    })) {
      expect([...(await loadHandlers(module(name, source))).keys()], name).to.deep.equal(['a']);
    }
  });

  it('loads CommonJS that was compiled from an ES module', async () => {
    const byTypeScript = `Object.defineProperty(exports, '__esModule', { value: true });
      exports.default = { a: { handle() {} } };`;
    const byBundler = `module.exports = Object.defineProperty({}, '__esModule', { value: true });
      Object.defineProperty(module.exports, 'default', { get: () => ({ a: { handle() {} } }), enumerable: true });`;
    for (const [name, source] of Object.entries({ 'typescript.cjs': byTypeScript, 'bundler.cjs': byBundler })) {
      expect([...(await loadHandlers(module(name, source))).keys()], name).to.deep.equal(['a']);
    }
    expect(await refusal(module('compiled-named.cjs', `exports.__esModule = true; exports.a = 1;`))).to.include(
      'no default export',
    );
  });

  it('names the type whose handler is not valid, and the option', async () => {
    const wrong = module('wrong.mjs', "export default { a: { handle() {} }, 'b.c': { handle() {}, run: 'there' } };");
    expect(await refusal(wrong))
      .to.include('"b.c"')
      .and.include('"run"');
    expect(await refusal(module('bare.mjs', 'export default { a: () => 1 };'))).to.include('"a"');
  });

  it('refuses type names that no job can have', async () => {
    for (const name of ['', 'x'.repeat(121), 'a\0b']) {
      const path = module(`name-${name.length}.mjs`, `export default { [${JSON.stringify(name)}]: { handle() {} } };`);
      expect(await refusal(path)).to.include('must be 1 to 120 characters');
    }
    const longest = module('longest.mjs', `export default { [${JSON.stringify('😀'.repeat(120))}]: { handle() {} } };`);
    expect((await loadHandlers(longest)).size).to.equal(1);
  });
});
