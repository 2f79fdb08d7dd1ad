/** Tuples of the catalog: each change gives a new catalog or throws EngineError. */
import { engineError } from '../errors/catalogue.ts';
import type { Attribute, AttributeType, TupleType } from '@acacia/language';
import { withEntry, type Catalog } from './catalog.ts';
import { checkName } from './names.ts';

/** @throws EngineError when the name is taken, or a field stands twice */
export function addTuple(catalog: Catalog, tuple: TupleType): Catalog {
  checkName('tuple', tuple.name);
  const types = [...catalog.vertexTypes.values(), ...catalog.edgeTypes.values()];
  if (catalog.tuples.has(tuple.name) || types.some(({ type }) => type.name === tuple.name)) {
    throw engineError('nameTaken', { what: 'tuple', name: tuple.name });
  }
  const names = tuple.fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw engineError('tupleFieldTwice', { field: twice, tuple: tuple.name });
  return { ...catalog, tuples: withEntry(catalog.tuples, tuple.name, tuple) };
}

/** @throws EngineError when it does not exist, or a type uses it */
export function removeTuple(catalog: Catalog, name: string): Catalog {
  if (!catalog.tuples.has(name)) throw engineError('tupleUnknown', { name });
  const types = [...catalog.vertexTypes.values(), ...catalog.edgeTypes.values()];
  const user = types.find(({ type }) => type.attributes.some((attribute) => holds(attribute.type, name)));
  if (user !== undefined) throw engineError('tupleInUse', { name, type: user.type.name });
  return { ...catalog, tuples: withEntry(catalog.tuples, name, undefined) };
}

function holds(type: AttributeType, tuple: string): boolean {
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
}

/** Attributes with the fields of the tuples that their types name, as the catalog knows them now. */
export function withFields(catalog: Catalog, attributes: readonly Attribute[]): readonly Attribute[] {
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
          throw engineError('attributeTypeUnknown', { attribute, type: type.name });
        return { ...type, fields: tuple.fields };
      }
    }
  };
  return attributes.map((attribute) => ({ ...attribute, type: filled(attribute.name, attribute.type) }));
}
