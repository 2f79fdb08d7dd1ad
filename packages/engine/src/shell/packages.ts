/** Packages: built-in ones, and those that people make for template queries. */
import type { Ast } from '@acacia/language';
import { schemaOf, type Catalog } from '../catalog/catalog.ts';
import { createPackage, dropPackage, dropTemplates, putTemplate } from '../catalog/packages.ts';
import { engineError } from '../errors/catalogue.ts';
import { queryFaults, readQuery } from '../read/read-text.ts';
import { algorithmNames, algorithmText, requireTemplate } from './algorithms.ts';
import { orFail, requireGraph } from './definitions.ts';
import { isError, printFaults, printResult, runOptions } from './queries.ts';
import { parametersOf } from './run-arguments.ts';
import { CODES, StatementFailure, type ShellContext } from './shell.ts';

/** @throws EngineError when the package or function does not exist */
export async function packageStatement(
  context: ShellContext,
  { action, names }: Ast.PackageStatement,
): Promise<void> {
  const list = names.join(', ');
  const change = (failure: string, each: (catalog: Catalog, name: string) => Catalog): Promise<void> =>
    orFail(context, `${failure}: [${list}].`, () =>
      context.store.changeCatalog((before) => names.reduce(each, before)),
    );
  switch (action) {
    case 'create':
      await change('Failed to create packages', createPackage);
      return context.print(`Successfully created Packages: [${list}].`);
    case 'drop':
      await change('Failed to drop packages', dropPackage);
      return context.print(`Successfully dropped Packages: [${list}].`);
    case 'dropTemplates':
      await change('Failed to drop template queries', dropTemplates);
      return context.print(`Successfully dropped template queries: [${list}].`);
    // Everything that can be imported and installed is there already.
    case 'import':
      for (const name of names) demandPackage(context, name);
      return context.print(`Successfully imported packages: [${list}].`);
    case 'install':
      for (const name of names) {
        if (name !== 'gds' && !name.startsWith('gds.') && !/^all$/i.test(name))
          throw engineError('functionOfPackagesUnknown', { name });
      }
      return context.print(`Successfully installed functions: [${list}].`);
  }
}

function demandPackage(context: ShellContext, name: string): void {
  const algorithms = [...algorithmNames().keys()];
  const known = ['gds', 'gds.vector', 'GDBMS_ALGO', ...algorithms, ...context.store.catalog.packages.keys()];
  const own = name.replace(/\.\*{1,2}$/, '');
  // A single algorithm or function may be named as well.
  if (known.includes(own) || own.startsWith('gds.') || algorithmText(own) !== undefined) return;
  throw engineError('packageUnknown', { name });
}

export async function createTemplate(
  context: ShellContext,
  { name: { text: name }, orReplace, text }: Ast.CreateTemplate,
): Promise<void> {
  await orFail(context, `Failed to create template queries: [${name}].`, () =>
    context.store.changeCatalog((catalog) => putTemplate(catalog, { name, code: text }, orReplace)),
  );
  context.print(`Successfully created template queries: [${name}].`);
}

/** Runs a template query in the session's graph, after a check of its text against the graph's schema. */
export async function callTemplate(
  context: ShellContext,
  { name: { text: name }, args }: Ast.CallTemplate,
): Promise<void> {
  const graph = requireGraph(context);
  const { catalog } = context.store;
  const code = requireTemplate(catalog, name);
  const { query } = await readQuery(code);
  if (query === undefined) throw new TypeError(`The template query ${name} cannot be read`);
  const faults = await queryFaults(code, schemaOf(catalog, graph));
  if (faults.some(isError)) {
    printFaults(context, name, code, faults);
    throw new StatementFailure(CODES.runtime);
  }
  const declared = query.parameters.map(({ name: parameter, type }) => ({
    name: parameter,
    type: code.slice(type.span.start, type.span.end),
  }));
  const parameters = parametersOf(name, declared, args);
  await printResult(context, await context.queries.run(graph, '', code, parameters, runOptions(context)));
}
