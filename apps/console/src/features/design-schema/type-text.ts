/** The types that attributes can have, and the conversion to and from their texts. */
import { typeText, type AttributeType, type ScalarTypeName } from '@acacia/language';

const SCALARS: readonly ScalarTypeName[] = ['INT', 'UINT', 'BOOL', 'FLOAT', 'DOUBLE', 'STRING', 'DATETIME'];

/** Types of a primary id (GSQL, CREATE VERTEX). */
export const ID_TYPES: readonly ScalarTypeName[] = ['STRING', 'INT', 'UINT', 'DATETIME'];

/** Element types of collections, and key types of maps (GSQL reference, attribute data types). */
const ELEMENTS: readonly ScalarTypeName[] = ['INT', 'DOUBLE', 'STRING', 'DATETIME'];
const KEYS: readonly ScalarTypeName[] = ['INT', 'STRING', 'DATETIME'];

const scalar = (name: ScalarTypeName): AttributeType => ({ kind: 'scalar', name });

/** Every type that an attribute can have, to choose from. */
export const ATTRIBUTE_TYPES: readonly AttributeType[] = [
  ...SCALARS.map(scalar),
  ...ELEMENTS.map((element): AttributeType => ({ kind: 'list', element: scalar(element) })),
  ...ELEMENTS.map((element): AttributeType => ({ kind: 'set', element: scalar(element) })),
  ...KEYS.flatMap((key) =>
    ELEMENTS.map((value): AttributeType => ({ kind: 'map', key: scalar(key), value: scalar(value) })),
  ),
];

const BY_TEXT = new Map(ATTRIBUTE_TYPES.map((type) => [typeText(type), type]));

/** The type of a text; undefined for a text that is not in `ATTRIBUTE_TYPES`. */
export const typeOfText = (text: string): AttributeType | undefined => BY_TEXT.get(text);
