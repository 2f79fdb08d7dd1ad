/** Tuples of the catalog: each change gives a new catalog or throws EngineError. */
import type { TupleType } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { withEntry, type Catalog } from './catalog.ts';
import { checkName } from './names.ts';

const semantic = (message: string): EngineError =>
  new EngineError('GSQL-SEMANTIC', `Semantic Check Fails: ${message}`);

export const addTuple = (catalog: Catalog, tuple: TupleType): Catalog => {
  checkName('tuple', tuple.name);
  const types = [...catalog.vertexTypes.values(), ...catalog.edgeTypes.values()];
  if (catalog.tuples.has(tuple.name) || types.some(({ type }) => type.name === tuple.name)) {
    throw semantic(`The tuple name ${tuple.name} is used by another object! Please use a different name.`);
  }
  const names = tuple.fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw semantic(`The field ${twice} stands twice in the tuple ${tuple.name}.`);
  return { ...catalog, tuples: withEntry(catalog.tuples, tuple.name, tuple) };
};

export const removeTuple = (catalog: Catalog, name: string): Catalog => {
  if (!catalog.tuples.has(name)) throw semantic(`The tuple ${name} does not exist.`);
  return { ...catalog, tuples: withEntry(catalog.tuples, name, undefined) };
};
