/** GDBMS_ALGO: the built-in algorithms, each a template query in a separate file. */
import { engineError } from '../errors/catalogue.ts';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '@acacia/language';
import type { Catalog } from '../catalog/catalog.ts';

const FOLDER = path.join(import.meta.dirname, '..', 'algorithms');
const PACKAGE = 'GDBMS_ALGO';

/** Read once: the files are the program's own. */
let known: ReadonlyMap<string, readonly string[]> | undefined;

function readNames(): ReadonlyMap<string, readonly string[]> {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((each) => each.isDirectory());
  return new Map(
    folders
      .map(({ name }) => name)
      .sort()
      .map((name) => {
        const files = readdirSync(path.join(FOLDER, name));
        return [`${PACKAGE}.${name}`, files.map((file) => path.basename(file, '.gsql')).sort()];
      }),
  );
}

/** The algorithms of each package, by the package's full name. */
export const algorithmNames = (): ReadonlyMap<string, readonly string[]> => (known ??= readNames());

/** The text of an algorithm by its full name; undefined when there is none. */
export function algorithmText(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  const [parent, own] = [name.slice(0, Math.max(0, dot)), name.slice(dot + 1)];
  if (algorithmNames().get(parent)?.includes(own) !== true) return undefined;
  return readFileSync(path.join(FOLDER, parent.slice(PACKAGE.length + 1), `${own}.gsql`), 'utf8');
}

/** The text of a template query: of a package that people made, or of an algorithm. */
export const templateText = ({ templates }: Catalog, name: string): string | undefined =>
  templates.get(name)?.code ?? algorithmText(name);

/**
 * The text of a template query.
 * @throws EngineError when there is none of this name
 */
export function requireTemplate(catalog: Catalog, name: string): string {
  const text = templateText(catalog, name);
  if (text !== undefined) return text;
  const names = [...algorithmNames()].flatMap(([each, own]) =>
    own.map((algorithm) => `${each}.${algorithm}`),
  );
  const near = nearest(name, [...names, ...catalog.templates.keys()]);
  if (near === undefined) throw engineError('templateUnknown', { name });
  throw engineError('templateUnknownNear', { name, near });
}
