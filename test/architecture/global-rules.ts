import ts from 'typescript';
import type { Rule, SourceTree } from './source-tree.js';

const ENVIRONMENT_READER = 'src/infrastructure/config.ts';

/** One module reads the environment. */
export const environmentIsReadInOnePlace: Rule = (tree) =>
  eachNode(
    tree,
    (path) => path !== ENVIRONMENT_READER,
    (node) => (readsEnvironment(node) ? 'reads the environment' : undefined),
  );

/** Time and randomness are passed in to the domain and the use cases, never taken from the surroundings. */
export const coreHasNoClockAndNoChance: Rule = (tree) =>
  eachNode(
    tree,
    (path) => /^src\/(domain|application)\//.test(path),
    (node) => {
      if (isCurrentDate(node)) return 'takes the current date';
      const source = memberName(node);
      return source !== undefined && CLOCKS_AND_CHANCE.includes(source) ? `uses ${source}` : undefined;
    },
  );

const CLOCKS_AND_CHANCE = [
  'Date.now',
  'performance.now',
  'performance.timeOrigin',
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'process.hrtime',
  'process.uptime',
];

/** `new Date()` and `Date()`; with arguments the former only converts. */
function isCurrentDate(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return lastName(node.expression) === 'Date' && (node.arguments ?? []).length === 0;
  return ts.isCallExpression(node) && lastName(node.expression) === 'Date';
}

/** `process.env`, `process['env']`, `const { env } = process` and `import { env } from 'node:process'`. */
function readsEnvironment(node: ts.Node): boolean {
  if (memberName(node) === 'process.env') return true;
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    return node.initializer !== undefined && lastName(node.initializer) === 'process' && takesEnv(node.name.elements);
  }
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const bindings = node.importClause?.namedBindings;
    const isProcess = /^(node:)?process$/.test(node.moduleSpecifier.text);
    return isProcess && bindings !== undefined && ts.isNamedImports(bindings) && takesEnv(bindings.elements);
  }
  return false;
}

function takesEnv(elements: readonly (ts.BindingElement | ts.ImportSpecifier)[]): boolean {
  return elements.some(({ name, propertyName }) => (propertyName ?? name).getText() === 'env');
}

/** `object.member` for `object.member`, `object['member']` and `globalThis.object.member`. */
function memberName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return `${lastName(node.expression)}.${node.name.text}`;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return `${lastName(node.expression)}.${node.argumentExpression.text}`;
  }
  return undefined;
}

function lastName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? node.name.text : undefined;
}

function eachNode(
  tree: SourceTree,
  concerns: (path: string) => boolean,
  check: (node: ts.Node) => string | undefined,
): readonly string[] {
  const violations: string[] = [];
  for (const [path, text] of tree) {
    if (!concerns(path)) continue;
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const violation = check(node);
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (violation !== undefined) violations.push(`${path}:${line} ${violation}`);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return violations;
}
