/** Rows of the catalogue for names, and for statements and clauses that do not fit each other. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row } from './row.ts';

export const NAMES = {
  nameUnknown: row(
    'SEM-1',
    ({ what, name, where }: Quoted<'what' | 'name' | 'where'>) => `${what} ${name} is not known${where}.`,
  ),
  nameUnknownNear: row(
    'SEM-1',
    ({ what, name, where, near }: Quoted<'what' | 'name' | 'where' | 'near'>) =>
      `${what} ${name} is not known${where}. Did you mean ${near}?`,
  ),
  nameDeclared: row('SEM-2', ({ name }: Quoted<'name'>) => `The name ${name} is declared already.`),
  attributeDeclared: row('SEM-2', ({ name }: Quoted<'name'>) => `The attribute ${name} is declared already.`),
  accumDeclared: row(
    'SEM-2',
    ({ sign, name }: Quoted<'sign' | 'name'>) => `${sign}${name} is declared already.`,
  ),
  aliasOfEdgeToo: row(
    'SEM-2',
    ({ alias }: Quoted<'alias'>) => `${alias} already names an edge of this FROM.`,
  ),
  aliasOfSeveralEdges: row(
    'SEM-2',
    ({ alias }: Quoted<'alias'>) => `${alias} names several edges of this FROM: it stands for the first.`,
  ),
  aliasTwice: row('SEM-2', ({ alias }: Quoted<'alias'>) => `The alias ${alias} is used twice in this FROM.`),
  attributeThere: row(
    'SEM-2',
    ({ type, name }: Quoted<'type' | 'name'>) => `${type} has an attribute ${name} already.`,
  ),
  exceptionDeclared: row('SEM-2', ({ name }: Quoted<'name'>) => `The exception ${name} is declared already.`),
  columnsOfOneName: row(
    'SEM-2',
    ({ name }: Quoted<'name'>) => `Two columns are named ${name}: name one with AS.`,
  ),
  joinedTablesOfOneName: row(
    'SEM-2',
    ({ name }: Quoted<'name'>) => `Both tables of the join are named ${name}.`,
  ),
  columnThere: row('SEM-2', ({ name }: Quoted<'name'>) => `The table has a column ${name} already.`),
  vertexAccumWithoutAlias: row(
    'SEM-3',
    ({ name }: Quoted<'name'>) => `@${name} belongs to vertices: write it after an alias, as in v.@${name}.`,
  ),
  globalAccumAfterAlias: row(
    'SEM-3',
    ({ name }: Quoted<'name'>) => `@@${name} is global: write it without an alias.`,
  ),
  primaryIdNotAttribute: row(
    'SEM-4',
    ({ name, types }: Quoted<'name' | 'types'>) =>
      `${name} is the primary id of ${types} and cannot be read as an attribute; the type lacks primary_id_as_attribute="true".`,
  ),
  tupleFieldCount: row(
    'SEM-5',
    ({ tuple, count, fields, given }: Quoted<'tuple' | 'count' | 'fields' | 'given'>) =>
      `${tuple} has ${count} fields (${fields}), not ${given}.`,
  ),
  ownFunctionArguments: row(
    'SEM-5',
    ({ name, count, parameters, given }: Quoted<'name' | 'count' | 'parameters' | 'given'>) =>
      `${name} takes ${count} arguments (${parameters}), not ${given}.`,
  ),
  functionArgumentCount: row(
    'SEM-5',
    ({ name, count, given }: Quoted<'name' | 'count' | 'given'>) =>
      `${name} takes ${count} arguments, not ${given}.`,
  ),
  functionForm: row('SEM-5', ({ name, form }: Quoted<'name' | 'form'>) => `${name} is called as ${form}.`),
  insertedValueCount: row(
    'SEM-5',
    ({ type, wanted, given }: Quoted<'type' | 'wanted' | 'given'>) =>
      `${type} takes ${wanted} values here, not ${given}.`,
  ),
  queryArgumentCount: row(
    'SEM-5',
    ({ query, count, given }: Quoted<'query' | 'count' | 'given'>) =>
      `${query} has ${count} parameters, not ${given}.`,
  ),
  resetTakesOneAccumulator: row('SEM-5', () => 'reset_collection_accum takes the name of one accumulator.'),
  vectorLoadValues: row(
    'SEM-5',
    ({ given }: Quoted<'given'>) => `A vector attribute takes the id and the vector, not ${given} values.`,
  ),
  loadValueCount: row(
    'SEM-5',
    ({ type, ends, attributes, given }: Quoted<'type' | 'ends' | 'attributes' | 'given'>) =>
      `${type} takes ${ends} and ${attributes} attributes, not ${given} values.`,
  ),
  memberFunctionUnknown: row(
    'SEM-6',
    ({ type, name, available }: Quoted<'type' | 'name' | 'available'>) =>
      `${type} has no function ${name}: ${available}.`,
  ),
  vertexTypeReadAsAlias: row(
    'SEM-7',
    ({ name }: Quoted<'name'>) => `${name} is read as an alias here: write :${name} for the vertex type.`,
  ),
  edgeTypeReadAsAlias: row(
    'SEM-7',
    ({ name }: Quoted<'name'>) => `${name} is read as an alias here: write :${name} for the edge type.`,
  ),
  repeatedEdgeAlias: row(
    'SEM-8',
    ({ alias }: Quoted<'alias'>) => `A repeated edge cannot have an alias: remove ${alias}.`,
  ),
  arrowOfUndirected: row(
    'SEM-9',
    ({ type }: Quoted<'type'>) => `${type} is undirected: write it without an arrow.`,
  ),
  tildeOfDirected: row('SEM-9', ({ type }: Quoted<'type'>) => `${type} is directed and cannot match ~.`),
  edgeGoesOtherWay: row(
    'SEM-10',
    ({ types, from, to }: Quoted<'types' | 'from' | 'to'>) =>
      `${types} goes the other way: no ${types} edge goes from ${from} to ${to}.`,
  ),
  edgeGoesElsewhere: row(
    'SEM-10',
    ({ types, from, to }: Quoted<'types' | 'from' | 'to'>) => `No ${types} edge goes from ${from} to ${to}.`,
  ),
  vertexAliasNeeded: row(
    'SEM-11',
    ({ where, alias }: Quoted<'where' | 'alias'>) =>
      `${where} needs an alias of a vertex, but ${alias} is an edge.`,
  ),
  globalAccumSetInAccum: row(
    'SEM-12',
    ({ name }: Quoted<'name'>) => `@@${name} can only be added to (+=) inside ACCUM and POST-ACCUM.`,
  ),
  aliasAssigned: row(
    'SEM-13',
    ({ name }: Quoted<'name'>) => `${name} is an alias of FROM and cannot be assigned.`,
  ),
  notAssignable: row('SEM-13', ({ name }: Quoted<'name'>) => `${name} cannot be assigned.`),
  vertexAttributeInAccum: row(
    'SEM-14',
    () => `Attributes of vertices are assigned in POST-ACCUM, not in ACCUM.`,
  ),
  aliasOutsideOfPer: row(
    'SEM-15',
    ({ allowed, alias }: Quoted<'allowed' | 'alias'>) =>
      `After PER (${allowed}) the alias ${alias} cannot be used.`,
  ),
  edgeInPostAccum: row(
    'SEM-16',
    ({ alias }: Quoted<'alias'>) => `POST-ACCUM runs for vertices: the edge ${alias} cannot be used in it.`,
  ),
  postAccumDivided: row(
    'SEM-17',
    ({ first, other }: Quoted<'first' | 'other'>) =>
      `This POST-ACCUM uses ${first} and ${other}: it runs as one clause for each of them.`,
  ),
  postAccumOfSeveralAliases: row(
    'SEM-17',
    ({ first, other }: Quoted<'first' | 'other'>) =>
      `One POST-ACCUM uses one alias, here ${first}: write another POST-ACCUM for ${other}.`,
  ),
  otherThanSelectedAlias: row(
    'SEM-18',
    ({ clause, selected, other }: Quoted<'clause' | 'selected' | 'other'>) =>
      `${clause} can use the selected alias ${selected} only, not ${other}.`,
  ),
  heapWithoutField: row('SEM-19', () => 'A HeapAccum needs at least one field to sort by.'),
  accumWithoutType: row(
    'SEM-20',
    ({ accum }: Quoted<'accum'>) => `${accum} needs the type of its value, as in ${accum}<INT>.`,
  ),
  parameterType: row(
    'SEM-21',
    ({ type, name }: Quoted<'type' | 'name'>) => `A parameter cannot be of the type ${type}: ${name}.`,
  ),
  selectIntoAssigned: row('SEM-22', () => 'SELECT … INTO fills a table and gives no vertex set to assign.'),
  returnWithoutReturns: row('SEM-23', () => 'RETURN needs RETURNS (type) in the head of the query.'),
  variableUndeclared: row(
    'SEM-24',
    ({ name, type }: Quoted<'name' | 'type'>) =>
      `${name} is not declared. Only vertex sets need no declaration; this is ${type}.`,
  ),
  vertexTypeWithoutKey: row(
    'SEM-30',
    ({ name }: Quoted<'name'>) =>
      `${name} has no key: add PRIMARY_ID id STRING, or PRIMARY KEY after an attribute.`,
  ),
  vertexTypeOfSeveralKeys: row('SEM-30', ({ name }: Quoted<'name'>) => `${name} has more than one key.`),
  reverseOfUndirected: row('SEM-31', () => 'Only a DIRECTED EDGE has a reverse edge.'),
  usingOptionUnknown: row('SEM-32', ({ option }: Quoted<'option'>) => `${option} is not an option of USING.`),
  usingOptionUnknownNear: row(
    'SEM-32',
    ({ option, near }: Quoted<'option' | 'near'>) =>
      `${option} is not an option of USING. Did you mean ${near}?`,
  ),
  edgeEndsUnknown: row(
    'SEM-33',
    ({ type, pairs }: Quoted<'type' | 'pairs'>) => `${type} goes from ${pairs}, not so.`,
  ),
  edgeEndsUnclear: row(
    'SEM-33',
    ({ type, pairs, example }: Quoted<'type' | 'pairs' | 'example'>) =>
      `${type} goes from ${pairs}: write the vertex type after each end, as in $0 ${example}.`,
  ),
  schemaTextStatement: row(
    'SEM-61',
    () => 'A schema is written with CREATE VERTEX, CREATE EDGE and the steps of a schema change job alone.',
  ),
  schemaTextScope: row(
    'SEM-61',
    ({ scope }: Quoted<'scope'>) => `This text is the schema of ${scope} alone.`,
  ),
  schemaTextGlobal: row(
    'SEM-61',
    ({ name }: Quoted<'name'>) => `${name} is a global type: change it in the global scope.`,
  ),
  typeThere: row('SEM-34', ({ kind, name }: Quoted<'kind' | 'name'>) => `There is ${kind} ${name} already.`),
  graphThere: row('SEM-34', ({ name }: Quoted<'name'>) => `There is a graph ${name} already.`),
  queryValuesMissing: row(
    'SEM-35',
    ({ query, names }: Quoted<'query' | 'names'>) => `${query} needs a value for ${names}.`,
  ),
  nameCharacters: row(
    'SEM-36',
    ({ name, what }: Quoted<'name' | 'what'>) =>
      `'${name}' cannot be ${what}: letters, digits and underscores are allowed, a digit not first.`,
  ),
  nameTooLong: row(
    'SEM-36',
    ({ start, what, most }: Quoted<'start' | 'what' | 'most'>) =>
      `'${start}…' cannot be ${what}: it has more than ${most} characters.`,
  ),
  namePrefixReserved: row(
    'SEM-36',
    ({ name }: Quoted<'name'>) => `The name '${name}' begins with the reserved prefix gsql_sys_.`,
  ),
  nameReserved: row(
    'SEM-36',
    ({ name, what }: Quoted<'name' | 'what'>) => `'${name}' is a reserved word and cannot be ${what}.`,
  ),
  exceptionCode: row(
    'SEM-37',
    ({ code }: Quoted<'code'>) => `The code of an exception must be above 40000, not ${code}.`,
  ),
  tagFunctionRefused: row(
    'SEM-38',
    ({ name }: Quoted<'name'>) => `${name} is not supported: vertices have no tags here.`,
  ),
  vectorSearchRefused: row(
    'SEM-38',
    () => 'vectorSearch is not supported: vertex types have no vector attributes here.',
  ),
  accumInListAccum: row('SEM-39', () => 'Of accumulators only ListAccum can stand inside a ListAccum.'),
  accumInArrayAccum: row(
    'SEM-39',
    ({ found }: Quoted<'found'>) =>
      `The elements of an ArrayAccum are accumulators other than HeapAccum, MapAccum and GroupByAccum, not ${found}.`,
  ),
  accumValueType: row(
    'SEM-39',
    ({ what, found }: Quoted<'what' | 'found'>) => `${what} must be a base type or a tuple, not ${found}.`,
  ),
  edgeAccumGlobal: row(
    'SEM-40',
    ({ name }: Quoted<'name'>) => `@@${name} is global: accumulators of edges have one @.`,
  ),
  sizesWithoutArrayAccum: row(
    'SEM-40',
    ({ accum }: Quoted<'accum'>) => `Only an ArrayAccum has sizes in [ ], not ${accum}.`,
  ),
  arrayAccumWithoutSizes: row(
    'SEM-40',
    () => 'An ArrayAccum is declared with a pair of [ ] for each dimension, as in @@a[2][3].',
  ),
  vectorOptionValue: row(
    'SEM-40',
    ({ option, wanted, given }: Quoted<'option' | 'wanted' | 'given'>) =>
      `${option} must be "${wanted}", not ${given}.`,
  ),
  vectorDimension: row(
    'SEM-40',
    ({ most, given }: Quoted<'most' | 'given'>) =>
      `DIMENSION must be a whole number from 1 to ${most}, not ${given}.`,
  ),
  vectorMetric: row(
    'SEM-40',
    ({ given }: Quoted<'given'>) => `METRIC must be "COSINE", "L2" or "IP", not ${given}.`,
  ),
  vectorOptionUnknown: row(
    'SEM-40',
    ({ option }: Quoted<'option'>) =>
      `${option} is not an option of a vector attribute; these are: DIMENSION, METRIC, INDEXTYPE, DATATYPE.`,
  ),
  vectorWithoutDimension: row(
    'SEM-40',
    ({ name }: Quoted<'name'>) =>
      `The vector attribute ${name} needs a DIMENSION, as in ${name}(DIMENSION=1536).`,
  ),
  edgeAccumInPostAccum: row(
    'SEM-41',
    ({ name }: Quoted<'name'>) => `@${name} belongs to edges, which POST-ACCUM does not go over.`,
  ),
  vectorsDiffer: row(
    'SEM-41',
    ({
      type,
      vector,
      dimension,
      metric,
      firstDimension,
      firstMetric,
    }: Quoted<'type' | 'vector' | 'dimension' | 'metric' | 'firstDimension' | 'firstMetric'>) =>
      `Vectors that are searched together need one dimension and metric: ${type}.${vector} has ${dimension} and ${metric}, the first one ${firstDimension} and ${firstMetric}.`,
  ),
  resetWithoutDistributed: row(
    'SEM-42',
    () => 'reset_collection_accum has an effect in DISTRIBUTED queries only.',
  ),
  evaluateType: row(
    'SEM-43',
    ({ names }: Quoted<'names'>) => `The type of evaluate is one of these texts: ${names}.`,
  ),
  fileColumnElsewhere: row(
    'SEM-44',
    () => 'A column of a file can stand only in SelectVertex and LOADACCUM.',
  ),
  columnForm: row('SEM-44', () => 'A column is written as $0 or $"name".'),
  loadsAndDeletes: row('SEM-45', () => 'A loading job has LOAD statements or DELETE statements, not both.'),
  wordOutsideLoop: row(
    'SEM-46',
    ({ word }: Quoted<'word'>) => `${word} stands only within a WHILE or a FOREACH.`,
  ),
  virtualEdgeInBlock: row(
    'SEM-54',
    () => 'A virtual edge is declared at the top of the query, not inside of a block.',
  ),
  virtualEdgeDiscriminator: row(
    'SEM-55',
    () => 'A virtual edge has no DISCRIMINATOR: there is one between two vertices.',
  ),
  virtualEdgeReverse: row('SEM-55', () => 'A virtual edge has no reverse edge: walk it backwards.'),
  offsetWithoutOrder: row(
    'SEM-58',
    () => 'OFFSET needs an ORDER BY before the LIMIT: which rows are left out is not defined without one.',
  ),
  filePermission: row(
    'SEM-56',
    ({ value }: Quoted<'value'>) =>
      `The permission of a file is three octal digits such as "764", not "${value}".`,
  ),
  outdegreeWithoutStats: row(
    'SEM-57',
    ({ types }: Quoted<'types'>) =>
      `${types} has STATS="none": outdegree() is not available. A SELECT over its edges counts them.`,
  ),
  queryTooMuchWork: row('SEM-60', () => 'This query takes too much work to check: cut it into several.'),
} as const satisfies SentenceRows;
