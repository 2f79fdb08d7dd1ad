/**
 * Indexes of attributes. They are kept and listed; queries read columns in memory and find ids by a hash, so
 * nothing is built for them.
 */
import { engineError } from '../errors/catalogue.ts';
import type { VertexType } from '@acacia/language';
import type { AlterType } from '../schema-change.ts';
import { checkName } from './names.ts';

const INDEX_TYPES: readonly string[] = ['STRING', 'UINT', 'INT', 'DATETIME'];

/**
 * The type after a change of its indexes and attributes.
 * @throws EngineError when the change is not possible
 */
export function changedIndexes(
  type: VertexType,
  { addIndexes = [], dropIndexes = [], dropAttributes = [] }: AlterType,
): VertexType {
  const { indexes: before = [], ...rest } = type;
  const unknown = dropIndexes.find((name) => !before.some((index) => index.name === name));
  if (unknown !== undefined) throw engineError('indexUnknown', { name: unknown, type: type.name });
  const indexes = before.filter(
    ({ name, attribute }) => !dropIndexes.includes(name) && !dropAttributes.includes(attribute),
  );
  for (const index of addIndexes) {
    checkName('index', index.name);
    const attribute = type.attributes.find(({ name }) => name === index.attribute);
    if (attribute === undefined) {
      throw engineError('attributeOfTypeUnknown', { name: index.attribute, type: type.name });
    }
    if (attribute.type.kind !== 'scalar' || !INDEX_TYPES.includes(attribute.type.name)) {
      throw engineError('indexedAttributeType', {
        name: index.attribute,
        type: type.name,
        allowed: INDEX_TYPES.join(', '),
      });
    }
    if (indexes.some(({ name }) => name === index.name)) {
      throw engineError('indexThere', { name: index.name, type: type.name });
    }
    indexes.push(index);
  }
  return indexes.length === 0 ? rest : { ...rest, indexes };
}
