/** Packages and the template queries in them: each change gives a new catalog or throws EngineError. */
import { engineError } from '../errors/catalogue.ts';
import { withEntry, type Catalog, type TemplateEntry } from './catalog.ts';

/** Packages that are always there, and cannot be changed. */
const BUILT_IN = ['gds', 'GDBMS_ALGO'];

const parentOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

function demandOwn(name: string): void {
  if (BUILT_IN.includes(name.split('.')[0] ?? '')) throw engineError('packageBuiltIn', { name });
}

function demandPackage({ packages }: Catalog, name: string): void {
  if (!packages.has(name)) throw engineError('packageMissing', { name });
}

/** @throws EngineError when it is there already */
export function createPackage(catalog: Catalog, name: string): Catalog {
  demandOwn(name);
  if (catalog.packages.has(name)) throw engineError('packageThere', { name });
  const parent = parentOf(name);
  if (parent !== '') demandPackage(catalog, parent);
  return { ...catalog, packages: withEntry(catalog.packages, name, { name }) };
}

/** With the packages and the queries in it. */
export function dropPackage(catalog: Catalog, name: string): Catalog {
  demandOwn(name);
  demandPackage(catalog, name);
  const stays = ([key]: readonly [string, unknown]): boolean => key !== name && !key.startsWith(`${name}.`);
  return {
    ...catalog,
    packages: new Map([...catalog.packages].filter(stays)),
    templates: new Map([...catalog.templates].filter(stays)),
  };
}

/** @throws EngineError when the package does not exist, or the template is there already */
export function putTemplate(catalog: Catalog, entry: TemplateEntry, orReplace: boolean): Catalog {
  const parent = parentOf(entry.name);
  demandOwn(parent);
  demandPackage(catalog, parent);
  if (!orReplace && catalog.templates.has(entry.name))
    throw engineError('templateThere', { name: entry.name });
  return { ...catalog, templates: withEntry(catalog.templates, entry.name, entry) };
}

/**
 * `lib.*` are those of the package, without its sub-packages.
 * @throws EngineError when there is none of this name
 */
export function dropTemplates(catalog: Catalog, name: string): Catalog {
  const parent = parentOf(name);
  const chosen = name.endsWith('.*')
    ? [...catalog.templates.keys()].filter((each) => parentOf(each) === parent)
    : [name].filter((each) => catalog.templates.has(each));
  if (chosen.length === 0) throw engineError('templateUnknown', { name });
  return {
    ...catalog,
    templates: new Map([...catalog.templates].filter(([each]) => !chosen.includes(each))),
  };
}
