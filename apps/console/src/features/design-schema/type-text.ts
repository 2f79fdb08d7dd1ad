/** The types that attributes can have, and the conversion to and from their texts. */
import { typeText, type AttributeType, type ScalarTypeName, type TupleType } from '@acacia/language';

const SCALARS: readonly ScalarTypeName[] = ['INT', 'UINT', 'BOOL', 'FLOAT', 'DOUBLE', 'STRING', 'DATETIME'];

/** Types of a primary id (GSQL, CREATE VERTEX). */
export const ID_TYPES: readonly ScalarTypeName[] = ['STRING', 'INT', 'UINT', 'DATETIME'];

/** Element types of collections, and key types of maps (GSQL reference, attribute data types). */
const ELEMENTS: readonly ScalarTypeName[] = ['INT', 'DOUBLE', 'STRING', 'DATETIME'];
const KEYS: readonly ScalarTypeName[] = ['INT', 'STRING', 'DATETIME'];

const scalar = (name: ScalarTypeName): AttributeType => ({ kind: 'scalar', name });

const BUILT_IN: readonly AttributeType[] = [
  ...SCALARS.map(scalar),
  ...ELEMENTS.map((element): AttributeType => ({ kind: 'list', element: scalar(element) })),
  ...ELEMENTS.map((element): AttributeType => ({ kind: 'set', element: scalar(element) })),
  ...KEYS.flatMap((key) =>
    ELEMENTS.map((value): AttributeType => ({ kind: 'map', key: scalar(key), value: scalar(value) })),
  ),
];

/**
 * Tuples that attributes can have: those of plain values, not of vertices and edges nor of texts without a length
 * (specification part 4, section 5).
 */
export const isForAttributes = ({ accum, fields }: TupleType): boolean =>
  accum === undefined &&
  fields.every(
    ({ type, length }) => type.kind === 'scalar' && (type.name !== 'STRING' || length !== undefined),
  );

const typesOf = (tuples: readonly TupleType[]): readonly AttributeType[] => [
  ...BUILT_IN,
  ...tuples.filter(isForAttributes).flatMap(({ name }): AttributeType[] => {
    const tuple = { kind: 'udt', name } as const;
    return [
      tuple,
      { kind: 'list', element: tuple },
      { kind: 'set', element: tuple },
      ...KEYS.map((key): AttributeType => ({ kind: 'map', key: scalar(key), value: tuple })),
    ];
  }),
];

/** Texts of all types that an attribute can have, to choose from. */
export const attributeTypes = (tuples: readonly TupleType[]): string[] => typesOf(tuples).map(typeText);

/** The type of a text; undefined for a text that is not in `attributeTypes`. */
export const typeOfText = (text: string, tuples: readonly TupleType[]): AttributeType | undefined =>
  typesOf(tuples).find((type) => typeText(type) === text);
