/** How files are written, and what their columns and tables are: types, keys and relationships with their reasons. */
export {
  COLUMN_FORMS,
  DATE_FORMATS,
  COLUMN_TYPES,
  inferType,
  type ColumnForm,
  type ColumnType,
  type InferredType,
  ZONED_FORM,
} from './column-type.ts';
export { ENCODINGS, type Encoding } from './encoding.ts';
export { isObject, parsed, tableOf, textsOfArray, type Json } from './json-rows.ts';
export { attributeName, Names, plainLetters } from './names.ts';
export {
  NoText,
  sampleText,
  type Head,
  type SampleColumn,
  type TextOptions,
  type TextSample,
} from './text-sample.ts';
export { FILE_NOTES, SCHEMA_REASONS, TYPE_REASONS } from './reasons.ts';
export type { SampledTable } from './keys.ts';
export { proposeSchema, type Proposal, type ProposedEdge, type ProposedVertex } from './schema.ts';
