/** Tuples of the catalog: each change gives a new catalog or throws EngineError. */
import type { Attribute, AttributeType, TupleType } from '@acacia/language';
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
  const types = [...catalog.vertexTypes.values(), ...catalog.edgeTypes.values()];
  const user = types.find(({ type }) => type.attributes.some((attribute) => holds(attribute.type, name)));
  if (user !== undefined) throw semantic(`The tuple ${name} is used by ${user.type.name}. Drop that first.`);
  return { ...catalog, tuples: withEntry(catalog.tuples, name, undefined) };
};

const holds = (type: AttributeType, tuple: string): boolean => {
  switch (type.kind) {
    case 'scalar':
      return false;
    case 'list':
    case 'set':
      return holds(type.element, tuple);
    case 'map':
      return holds(type.key, tuple) || holds(type.value, tuple);
    case 'udt':
      return type.name === tuple;
  }
};

/** Attributes with the fields of the tuples that their types name, as the catalog knows them now. */
export const withFields = (catalog: Catalog, attributes: readonly Attribute[]): readonly Attribute[] => {
  const filled = (attribute: string, type: AttributeType): AttributeType => {
    switch (type.kind) {
      case 'scalar':
        return type;
      case 'list':
      case 'set':
        return { ...type, element: filled(attribute, type.element) };
      case 'map':
        return { ...type, key: filled(attribute, type.key), value: filled(attribute, type.value) };
      case 'udt': {
        const tuple = catalog.tuples.get(type.name);
        if (tuple === undefined || tuple.accum !== undefined)
          throw semantic(`The attribute ${attribute} has the type ${type.name}, which does not exist.`);
        return { ...type, fields: tuple.fields };
      }
    }
  };
  return attributes.map((attribute) => ({ ...attribute, type: filled(attribute.name, attribute.type) }));
};
