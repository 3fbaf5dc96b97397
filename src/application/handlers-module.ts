/** CommonJS that was compiled from an ES module: Node takes all of its exports for the default one. */
export function isCompiledModule(exported: unknown): exported is { readonly default?: unknown } {
  if (typeof exported !== 'object' || exported === null || !Object.hasOwn(exported, '__esModule')) return false;
  return Reflect.get(exported, '__esModule') === true;
}

/** What a handlers module, as `import()` gives it, exports as default. */
export function exportedHandlers(module: object): unknown {
  const exported: unknown = Reflect.get(module, 'default');
  return isCompiledModule(exported) ? exported.default : exported;
}
