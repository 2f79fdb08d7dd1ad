/** Files of functions in JavaScript: each change gives a new catalog or throws EngineError. */
import { engineError } from '../errors/catalogue.ts';
import { readFunctionFile } from '@acacia/language';
import { withEntry, type Catalog } from './catalog.ts';

/** The code that queries run with: helpers before those that may need them. */
export const functionCode = ({ functionFiles }: Catalog): string =>
  [...functionFiles.values()]
    .sort((a, b) => (a.name < b.name ? 1 : -1))
    .map(({ code }) => code)
    .join('\n');

/**
 * Stores a file under its name and replaces the one before; an empty text removes it.
 * @throws EngineError when the file is not valid
 */
export function putFunctionFile(catalog: Catalog, name: string, code: string): Catalog {
  if (code.trim() === '')
    return { ...catalog, functionFiles: withEntry(catalog.functionFiles, name, undefined) };
  const { functions, faults } = readFunctionFile(code);
  const others = [...catalog.functionFiles.values()].filter((file) => file.name !== name);
  const taken = new Map([
    ...others.flatMap((file) => file.functions.map((each) => [each.name, file.name] as const)),
    ...[...catalog.queries.values()].map(
      (query) => [query.name, `the query of the graph ${query.graph}`] as const,
    ),
  ]);
  const clash = functions.find((each) => taken.has(each.name));
  const all =
    clash === undefined ? faults : [...faults, `${clash.name} is the name of ${taken.get(clash.name)} too.`];
  if (all.length > 0) throw engineError('functionFileRefused', { name, faults: all.join(' ') });
  return { ...catalog, functionFiles: withEntry(catalog.functionFiles, name, { name, code, functions }) };
}
