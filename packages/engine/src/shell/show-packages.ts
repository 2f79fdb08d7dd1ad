/** SHOW PACKAGE: packages, their packages, and the functions and template queries in them. */
import { parseQuery } from '@acacia/language';
import type { Catalog } from '../catalog/catalog.ts';
import type { PackageInfo } from '../engine.ts';
import { algorithmNames, algorithmText } from './algorithms.ts';
import type { ShellContext } from './shell.ts';

/** Functions of vectors (TigerVector, "Vector Built-in Functions"). */
const VECTOR_FUNCTIONS: readonly string[] = [
  'cosine_distance(list<double> list1, list<double> list2) RETURNS (float)',
  'dimension_count(list<double> list1) RETURNS (int)',
  'distance(list<double> list1, list<double> list2, string metric) RETURNS (float)',
  'elements_sum(list<double> list1) RETURNS (float)',
  'ip_distance(list<double> list1, list<double> list2) RETURNS (float)',
  'kth_element(list<double> list1, int kth_index) RETURNS (float)',
  'l2_distance(list<double> list1, list<double> list2) RETURNS (float)',
  'norm(list<double> list1, string metric) RETURNS (float)',
];

/** Every package, built-in ones first. */
export function packagesOf({ packages, templates }: Catalog): PackageInfo[] {
  const algorithms = algorithmNames();
  const names = ['gds', 'gds.vector', 'GDBMS_ALGO', ...algorithms.keys(), ...packages.keys()];
  return names.map((name) => ({
    name,
    functions: name === 'gds.vector' ? VECTOR_FUNCTIONS.map((head) => head.slice(0, head.indexOf('('))) : [],
    templateQueries: [
      ...(algorithms.get(name) ?? []),
      ...[...templates.keys()].filter((each) => isIn(name, each)).map((each) => each.slice(name.length + 1)),
    ],
  }));
}

/** Prints the top-level packages, all packages that match a pattern, or the contents of the named package. */
export function showPackages(
  context: ShellContext,
  statement: { readonly pattern?: string; readonly expression?: string },
  fits: (name: string) => boolean,
): void {
  const { print } = context;
  const { packages, templates } = context.store.catalog;
  const algorithms = algorithmNames();
  const names = ['gds', 'gds.vector', 'GDBMS_ALGO', ...algorithms.keys(), ...packages.keys()];
  const { pattern } = statement;
  if (pattern === undefined || !names.includes(pattern)) {
    print('Packages on global:');
    const shown = names.filter((name) =>
      pattern === undefined && statement.expression === undefined ? !name.includes('.') : fits(name),
    );
    for (const name of shown) print(`  - ${name}`);
    return;
  }
  print(`Packages "${pattern}":`);
  const below = names.filter((name) => isIn(pattern, name));
  if (below.length > 0) print('  - Sub-Packages:');
  for (const name of below) print(`    - ${name}`);
  const functions = pattern === 'gds.vector' ? VECTOR_FUNCTIONS : [];
  const own = [...templates.values()]
    .filter(({ name }) => isIn(pattern, name))
    .map(({ name, code }) => headOf(name, code));
  const builtIn = (algorithms.get(pattern) ?? []).map((name) =>
    headOf(name, algorithmText(`${pattern}.${name}`) ?? ''),
  );
  const queries = [...own, ...builtIn];
  if (functions.length + queries.length > 0) print('  - Object:');
  if (functions.length > 0) print('    - Functions:');
  for (const each of functions) print(`        - gds.vector.${each} (installed)`);
  if (queries.length > 0) print('    - Template Queries:');
  for (const each of queries) print(`        - ${each}`);
}

const isIn = (parent: string, name: string): boolean =>
  name.startsWith(`${parent}.`) && !name.slice(parent.length + 1).includes('.');

/** `wcc(SET<STRING> v_type_set, INT print_limit = 100)` */
function headOf(name: string, code: string): string {
  const parameters = parseQuery(code).query?.parameters ?? [];
  const own = name.slice(name.lastIndexOf('.') + 1);
  return `${own}(${parameters.map(({ span }) => code.slice(span.start, span.end)).join(', ')})`;
}
