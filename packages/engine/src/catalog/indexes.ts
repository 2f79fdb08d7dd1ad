/**
 * Indexes of attributes. They are kept and listed; queries read columns in memory and find ids by a hash, so
 * nothing is built for them.
 */
import type { VertexType } from '@acacia/language';
import type { AlterType } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { checkName } from './names.ts';

const semantic = (message: string): EngineError =>
  new EngineError('GSQL-SEMANTIC', `Semantic Check Fails: ${message}`);

const INDEX_TYPES: readonly string[] = ['STRING', 'UINT', 'INT', 'DATETIME'];

/**
 * The type after a change of its indexes and attributes.
 * @throws EngineError when the change is not possible
 */
export const changedIndexes = (
  type: VertexType,
  { addIndexes = [], dropIndexes = [], dropAttributes = [] }: AlterType,
): VertexType => {
  const { indexes: before = [], ...rest } = type;
  const unknown = dropIndexes.find((name) => !before.some((index) => index.name === name));
  if (unknown !== undefined) throw semantic(`The index ${unknown} of ${type.name} does not exist.`);
  const indexes = before.filter(
    ({ name, attribute }) => !dropIndexes.includes(name) && !dropAttributes.includes(attribute),
  );
  for (const index of addIndexes) {
    checkName('index', index.name);
    const attribute = type.attributes.find(({ name }) => name === index.attribute);
    if (attribute === undefined) {
      throw semantic(`The attribute ${index.attribute} does not exist in ${type.name}.`);
    }
    if (attribute.type.kind !== 'scalar' || !INDEX_TYPES.includes(attribute.type.name)) {
      throw semantic(
        `The attribute ${index.attribute} of ${type.name} cannot have an index; ${INDEX_TYPES.join(', ')} can.`,
      );
    }
    if (indexes.some(({ name }) => name === index.name)) {
      throw semantic(`The index ${index.name} of ${type.name} exists already.`);
    }
    indexes.push(index);
  }
  return indexes.length === 0 ? rest : { ...rest, indexes };
};
