import { expect } from 'chai';
import { coreHasNoClockAndNoChance, environmentIsReadInOnePlace } from './global-rules.js';
import {
  clientStandsAlone,
  containerIsKnownToTheRootOnly,
  importsHaveNoCycle,
  importsLeadSomewhere,
  layersPointInwards,
} from './import-rules.js';
import { filesAreShort } from './size-rule.js';
import { importsOf, type Rule, readSourceTree } from './source-tree.js';

const source = readSourceTree('src');

/** A rule holds for the program, and sees each planted fault: files by path, and the violation that must be found. */
function describeRule(title: string, rule: Rule, faults: readonly [files: Record<string, string>, found: string][]) {
  describe(title, () => {
    it('holds', () => {
      expect(rule(source)).to.deep.equal([]);
    });

    for (const [files, found] of faults) {
      it(`sees: ${found}`, () => {
        const before = rule(source);
        const after = rule(new Map([...source, ...Object.entries(files)]));
        expect(after.filter((violation) => !before.includes(violation))).to.deep.equal([found]);
      });
    }
  });
}

describe('architecture', () => {
  it('is checked on all of the source', () => {
    expect(source.size).to.be.above(60);
    for (const layer of ['domain', 'application', 'infrastructure', 'interfaces']) {
      const files = [...source].filter(([path]) => path.startsWith(`src/${layer}/`));
      expect(files.length, layer).to.be.above(5);
      expect(files.flatMap(([path, text]) => importsOf(path, text)).length, layer).to.be.above(5);
    }
  });

  it('reads every form of import', () => {
    const text = `
      import a from './a.js'; import { b } from "./b.js"; import * as c from './c.js'; import './d.js';
      import type { E } from './e.js'; export { f } from './f.js'; export * from './g.js';
      const h = await import('./h.js'); type I = import('./i.js').I; import j = require('./j.js');
      // import './no.js'
      const text = "import './no.js'";`;
    const files = importsOf('src/x.ts', text).map(({ file }) => file);
    expect(files).to.have.members([...'abcdefghij'].map((name) => `src/${name}.ts`));
  });

  describeRule('imports point inwards', layersPointInwards, [
    [
      { 'src/domain/x.ts': `import type { Ids } from '../application/ports/ids.js';` },
      'src/domain/x.ts imports src/application/ports/ids.ts',
    ],
    [{ 'src/domain/x.ts': `import { hash } from 'node:crypto';` }, 'src/domain/x.ts imports the package node:crypto'],
    [{ 'src/application/x.ts': `import { v7 } from 'uuid';` }, 'src/application/x.ts imports the package uuid'],
    [
      { 'src/application/x.ts': `export { K } from '../infrastructure/config.js';` },
      'src/application/x.ts imports src/infrastructure/config.ts',
    ],
    [
      { 'src/interfaces/http/x.ts': `type C = import('../../infrastructure/config.js').Config;` },
      'src/interfaces/http/x.ts imports src/infrastructure/config.ts',
    ],
    [{ 'src/interfaces/x.ts': `import knex from 'knex';` }, 'src/interfaces/x.ts imports the package knex'],
    [
      { 'src/infrastructure/x.ts': `await import('../interfaces/http/problem.js');` },
      'src/infrastructure/x.ts imports src/interfaces/http/problem.ts',
    ],
    [{ 'src/infrastructure/x.ts': `import '../main.js';` }, 'src/infrastructure/x.ts imports src/main.ts'],
    [{ 'src/helpers/x.ts': `import 'node:fs';` }, 'src/helpers/x.ts is in no known layer'],
  ]);

  describeRule('the container is known to the composition root only', containerIsKnownToTheRootOnly, [
    [{ 'src/main.ts': `import type { Container } from 'inversify';` }, 'src/main.ts imports inversify'],
    [{ 'src/index.ts': `import 'reflect-metadata/lite';` }, 'src/index.ts imports reflect-metadata/lite'],
    [{ 'src/container.ts': '' }, 'src/container.ts imports reflect-metadata 0 times'],
  ]);

  describeRule('the page in the browser and the server stand apart', clientStandsAlone, [
    [
      { 'src/interfaces/web/client/x.tsx': `import type { Job } from '../../../domain/job.js';` },
      'src/interfaces/web/client/x.tsx imports src/domain/job.ts',
    ],
    [
      { 'src/interfaces/web/client/x.ts': `import { shell } from '../shell.js';` },
      'src/interfaces/web/client/x.ts imports src/interfaces/web/shell.ts',
    ],
    [
      { 'src/interfaces/web/client/x.ts': `import { readFile } from 'node:fs';` },
      'src/interfaces/web/client/x.ts imports the package node:fs',
    ],
    [
      { 'src/interfaces/web/shell.ts': `import { BOOT } from './client/boot.js';` },
      'src/interfaces/web/shell.ts imports src/interfaces/web/client/boot.ts',
    ],
  ]);

  describeRule('imports lead somewhere', importsLeadSomewhere, [
    [{ 'src/domain/x.ts': `import './nothing.js';` }, 'src/domain/x.ts imports ./nothing.js, which is no source file'],
  ]);

  describeRule('imports have no cycle', importsHaveNoCycle, [
    [
      {
        'src/domain/x.ts': `import './y.js';`,
        'src/domain/y.ts': `import type { Z } from './z.js';`,
        'src/domain/z.ts': `export * from './x.js';`,
      },
      'src/domain/x.ts → src/domain/y.ts → src/domain/z.ts → src/domain/x.ts',
    ],
    [{ 'src/domain/x.ts': `import './x.js';` }, 'src/domain/x.ts → src/domain/x.ts'],
  ]);

  describeRule('the environment is read in one place', environmentIsReadInOnePlace, [
    [{ 'src/main.ts': 'const a = 1;\nprocess.env.PORT;' }, 'src/main.ts:2 reads the environment'],
    [{ 'src/main.ts': `globalThis.process['env'];` }, 'src/main.ts:1 reads the environment'],
    [{ 'src/main.ts': 'const { pid, env: e } = process;' }, 'src/main.ts:1 reads the environment'],
    [{ 'src/main.ts': `import { env as e } from 'node:process';` }, 'src/main.ts:1 reads the environment'],
  ]);

  describeRule('domain and use cases have no clock and no chance', coreHasNoClockAndNoChance, [
    [
      { 'src/domain/x.ts': 'const a = new Date(5);\nconst b = new Date();' },
      'src/domain/x.ts:2 takes the current date',
    ],
    [{ 'src/domain/x.ts': 'const b = new Date;' }, 'src/domain/x.ts:1 takes the current date'],
    [{ 'src/domain/x.ts': 'const b = Date();' }, 'src/domain/x.ts:1 takes the current date'],
    [{ 'src/application/x.ts': 'const clock = Date.now;' }, 'src/application/x.ts:1 uses Date.now'],
    [{ 'src/application/x.ts': 'globalThis.performance.now();' }, 'src/application/x.ts:1 uses performance.now'],
    [{ 'src/domain/x.ts': `Math['random']();` }, 'src/domain/x.ts:1 uses Math.random'],
  ]);

  describeRule('files are short', filesAreShort, [
    [{ 'src/domain/x.ts': `${'\n'.repeat(250)}x` }, 'src/domain/x.ts has 251 lines'],
  ]);
});
