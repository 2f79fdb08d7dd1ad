/** Rows of the catalogue for values of another type than is needed. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row } from './row.ts';

export const TYPES = {
  conditionNotBool: row(
    'TYP-1',
    ({ what, type }: Quoted<'what' | 'type'>) => `${what} must be BOOL, but this is ${type}.`,
  ),
  numberNeeded: row(
    'TYP-2',
    ({ what, type }: Quoted<'what' | 'type'>) => `${what} must be a number, but this is ${type}.`,
  ),
  listPlaceNotNumber: row(
    'TYP-2',
    ({ type }: Quoted<'type'>) => `A place in a list must be a number, but this is ${type}.`,
  ),
  placesOfNone: row(
    'TYP-3',
    ({ type }: Quoted<'type'>) => `${type} has no places: […] needs a list, an array or a map.`,
  ),
  inNeedsCollection: row(
    'TYP-4',
    ({ type }: Quoted<'type'>) => `IN needs a collection, but this is ${type}.`,
  ),
  unwindNeedsList: row('TYP-4', ({ type }: Quoted<'type'>) => `UNWIND needs a list, but this is ${type}.`),
  likeNeedsStrings: row('TYP-5', ({ type }: Quoted<'type'>) => `LIKE compares strings, but this is ${type}.`),
  vertexAccumOfOther: row(
    'TYP-6',
    ({ name, type }: Quoted<'name' | 'type'>) => `@${name} belongs to vertices, but this is ${type}.`,
  ),
  edgeAccumOfOther: row(
    'TYP-6',
    ({ name, type }: Quoted<'name' | 'type'>) => `@${name} belongs to edges, but this is ${type}.`,
  ),
  notComparable: row(
    'TYP-7',
    ({ left, right }: Quoted<'left' | 'right'>) => `${left} cannot be compared with ${right}.`,
  ),
  setsNeeded: row(
    'TYP-8',
    ({ operator, type }: Quoted<'operator' | 'type'>) => `${operator} needs sets, but this is ${type}.`,
  ),
  stringNotJoined: row(
    'TYP-9',
    ({ other }: Quoted<'other'>) => `STRING and ${other} cannot be joined: use to_string(…).`,
  ),
  datetimeDifference: row(
    'TYP-9',
    () => 'Use datetime_diff(a, b) for the seconds between two DATETIME values.',
  ),
  datetimeArithmetic: row(
    'TYP-9',
    ({ verb }: Quoted<'verb'>) => `Use datetime_${verb}(d, INTERVAL n SECOND).`,
  ),
  operatorWithoutMeaning: row(
    'TYP-9',
    ({ left, operator, right }: Quoted<'left' | 'operator' | 'right'>) =>
      `${left} ${operator} ${right} has no meaning.`,
  ),
  seedNamesNoType: row(
    'TYP-10',
    ({ name }: Quoted<'name'>) => `${name}.* needs a vertex type or a string that names one.`,
  ),
  notInVertexSet: row('TYP-10', ({ type }: Quoted<'type'>) => `A vertex set cannot hold ${type}.`),
  accumCannotBeSet: row(
    'TYP-11',
    ({ accum, value }: Quoted<'accum' | 'value'>) => `${accum} cannot be set to ${value}.`,
  ),
  defaultNoTime: row(
    'TYP-11',
    ({ name, example }: Quoted<'name' | 'example'>) =>
      `The default of ${name} is no time, such as ${example}.`,
  ),
  notAssignableTo: row(
    'TYP-11',
    ({ what, type, value }: Quoted<'what' | 'type' | 'value'>) =>
      `${what} is ${type} and cannot take ${value}.`,
  ),
  variableNoVertexSet: row(
    'TYP-11',
    ({ name, type }: Quoted<'name' | 'type'>) =>
      `${name} is declared as ${type} and cannot hold a vertex set.`,
  ),
  vertexSetOfOtherTypes: row(
    'TYP-11',
    ({ name, wanted, found }: Quoted<'name' | 'wanted' | 'found'>) =>
      `${name} is a set of ${wanted} and cannot take vertices of ${found}.`,
  ),
  typeWithoutAttributes: row('TYP-12', ({ type }: Quoted<'type'>) => `${type} has no attributes.`),
  argumentType: row(
    'TYP-13',
    ({ name, wanted, type }: Quoted<'name' | 'wanted' | 'type'>) =>
      `The argument ${name} must be ${wanted}, but this is ${type}.`,
  ),
  notVerticesInPattern: row(
    'TYP-14',
    ({ name, type }: Quoted<'name' | 'type'>) =>
      `${name} is ${type} and cannot stand for vertices in a pattern.`,
  ),
  notEdgesInPattern: row(
    'TYP-14',
    ({ name, type }: Quoted<'name' | 'type'>) => `${name} is ${type} and cannot stand for an edge type.`,
  ),
  queryVectorType: row(
    'TYP-14',
    ({ type }: Quoted<'type'>) => `The query vector must be a list of numbers, but this is ${type}.`,
  ),
  candidateSetType: row(
    'TYP-14',
    ({ type }: Quoted<'type'>) => `candidate_set must be a vertex set, but this is ${type}.`,
  ),
  distanceMapType: row(
    'TYP-14',
    ({ type }: Quoted<'type'>) => `distance_map must be a MapAccum<VERTEX, FLOAT>, but this is ${type}.`,
  ),
  accumCannotTake: row(
    'TYP-15',
    ({ accum, value }: Quoted<'accum' | 'value'>) => `${accum} cannot take ${value}.`,
  ),
  accumNeedsPair: row(
    'TYP-15',
    ({ accum, value }: Quoted<'accum' | 'value'>) => `${accum} cannot take ${value}. Write (key -> value).`,
  ),
  nothingAddedToBool: row('TYP-15', () => 'Nothing can be added to BOOL.'),
  mapAccumEntry: row(
    'TYP-15',
    ({ what, given }: Quoted<'what' | 'given'>) => `A MapAccum takes ${what}: (key -> value), not ${given}.`,
  ),
  groupValueCount: row(
    'TYP-15',
    ({ accum, count, keys, values, given }: Quoted<'accum' | 'count' | 'keys' | 'values' | 'given'>) =>
      `${accum} takes ${count}, (${keys} -> ${values}), not ${given}.`,
  ),
  groupValueType: row(
    'TYP-15',
    ({ name, accum, type }: Quoted<'name' | 'accum' | 'type'>) =>
      `${name} is ${accum}, which cannot take ${type}.`,
  ),
  groupKeyCount: row(
    'TYP-15',
    ({ accum, expected, given }: Quoted<'accum' | 'expected' | 'given'>) =>
      `${accum} takes ${expected}, not ${given}.`,
  ),
  groupKeyType: row(
    'TYP-15',
    ({ name, wanted, type }: Quoted<'name' | 'wanted' | 'type'>) =>
      `The key ${name} is ${wanted}, not ${type}.`,
  ),
  groupEntryElsewhere: row(
    'TYP-15',
    () =>
      '(keys -> values) with several keys or values is added to a GroupByAccum alone: a map takes (key -> value).',
  ),
  vertexSetsAdded: row('TYP-15', () => 'Vertex sets are joined with UNION, not with +=.'),
  foreachNeedsCollection: row(
    'TYP-16',
    ({ type }: Quoted<'type'>) => `FOREACH needs a collection, but this is ${type}.`,
  ),
  foreachColumnCount: row(
    'TYP-16',
    ({ columns, names }: Quoted<'columns' | 'names'>) =>
      `This table has ${columns} columns, but ${names} names are given.`,
  ),
  foreachPartCount: row(
    'TYP-16',
    ({ type, parts, names }: Quoted<'type' | 'parts' | 'names'>) =>
      `An element of ${type} has ${parts} parts, but ${names} names are given.`,
  ),
  foreachNeedsMap: row(
    'TYP-16',
    ({ type }: Quoted<'type'>) => `Two names in FOREACH need a map, but this is ${type}.`,
  ),
  projectionOfOther: row(
    'TYP-17',
    ({ type }: Quoted<'type'>) => `[…] projects vertex sets, but this is ${type}.`,
  ),
  columnWithoutVertices: row(
    'TYP-19',
    ({ name, type }: Quoted<'name' | 'type'>) =>
      `The column ${name} holds ${type}: a vertex set needs vertices.`,
  ),
  unionOfOtherColumns: row(
    'TYP-20',
    ({ first, columns, other, otherColumns }: Quoted<'first' | 'columns' | 'other' | 'otherColumns'>) =>
      `UNION joins tables with the same columns: ${first} has ${columns}, ${other} has ${otherColumns}.`,
  ),
  keyType: row(
    'TYP-30',
    ({ allowed, type }: Quoted<'allowed' | 'type'>) => `A key must be ${allowed}, not ${type}.`,
  ),
  discriminatorType: row('TYP-30', ({ allowed }: Quoted<'allowed'>) => `A discriminator must be ${allowed}.`),
  defaultNotLiteral: row('TYP-31', () => 'A default must be a literal.'),
  defaultOfOtherType: row('TYP-31', ({ type }: Quoted<'type'>) => `This default does not fit ${type}.`),
  attributeType: row('TYP-32', ({ type }: Quoted<'type'>) => `An attribute cannot be ${type}.`),
  virtualEdgeAttributeType: row(
    'TYP-32',
    ({ found }: Quoted<'found'>) =>
      `An attribute of a virtual edge has a base type such as INT, not ${found}.`,
  ),
  attributesNeverTogether: row(
    'TYP-33',
    ({ what, types, attributes }: Quoted<'what' | 'types' | 'attributes'>) =>
      `${what}: none of the edge types ${types} has ${attributes} together. Tell the types apart with IF or CASE.`,
  ),
} as const satisfies SentenceRows;
