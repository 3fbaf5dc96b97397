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

  it('wants a default export that maps types to handlers', async () => {
    expect(await refusal(module('named.mjs', 'export const handlers = {};'))).to.include('no default export');
    expect(await refusal(module('array.mjs', 'export default [];'))).to.include('must map job types to handlers');
    expect(await refusal(module('function.mjs', 'export default () => {};'))).to.include(
      'must map job types to handlers',
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
