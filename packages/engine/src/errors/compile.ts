/** Rows of the catalogue for queries that cannot be compiled. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row, runtime } from './row.ts';

export const COMPILE = {
  evaluateFailed: runtime(
    'GSQL-2606',
    ({ text, reason }: Quoted<'text' | 'reason'>) => `evaluate cannot work out ${text}: ${reason}`,
  ),
  textWithoutQuery: row('SYN-1', () => 'The text holds no query.'),
  accumTypeUnnamed: row('SEM-50', ({ name }: Quoted<'name'>) => `No accumulator type is named ${name}.`),
  tupleTypeUnnamed: row('SEM-50', ({ tuple }: Quoted<'tuple'>) => `No tuple type is named ${tuple}.`),
  tupleWithoutField: row(
    'SEM-50',
    ({ tuple, field }: Quoted<'tuple' | 'field'>) => `The tuple ${tuple} has no field ${field}.`,
  ),
  operatorUnusable: row(
    'SEM-50',
    ({ operator, left, right }: Quoted<'operator' | 'left' | 'right'>) =>
      `The operator ${operator} cannot be used on ${left} and ${right}.`,
  ),
  targetNotAssignable: row('SEM-50', ({ name }: Quoted<'name'>) => `${name} cannot be assigned.`),
  globalAccumUnnamed: row(
    'SEM-50',
    ({ name }: Quoted<'name'>) => `No global accumulator is named @@${name}.`,
  ),
  vertexAccumUnnamed: row('SEM-50', ({ name }: Quoted<'name'>) => `No vertex accumulator is named @${name}.`),
  variableWithoutField: row(
    'SEM-50',
    ({ owner, field }: Quoted<'owner' | 'field'>) => `${owner} has no field ${field}.`,
  ),
  targetOfOtherKind: row(
    'SEM-50',
    () => 'Only an attribute of a vertex or an edge, or a field of a tuple in a variable, can be assigned.',
  ),
  attributeUnnamed: row('SEM-50', ({ name }: Quoted<'name'>) => `No attribute is named ${name}.`),
  typeWithoutField: row(
    'SEM-50',
    ({ kind, field }: Quoted<'kind' | 'field'>) => `A ${kind} has no field ${field}.`,
  ),
  fileCallArguments: row(
    'SEM-50',
    ({ name }: Quoted<'name'>) => `${name} takes a file, columns, a separator and whether there is a header.`,
  ),
  fileColumnForm: row('SEM-50', () => 'A column is written as $0 or $"name".'),
  selectVertexArguments: row(
    'SEM-50',
    () => 'SelectVertex takes a column of ids and a vertex type or the column of it.',
  ),
  typeUnnamed: row('SEM-50', ({ type }: Quoted<'type'>) => `No vertex or edge type is named ${type}.`),
  evaluateArgument: row('SEM-50', () => 'evaluate takes an expression in a text.'),
  evaluateTypeArgument: row('SEM-50', () => 'The second argument of evaluate is a type in a text.'),
  logArguments: row('SEM-50', () => 'LOG takes a condition and values.'),
  resetArgument: row('SEM-50', () => 'reset_collection_accum takes the name of one accumulator.'),
  starElsewhere: row('SEM-50', () => 'A star can stand only in count(*).'),
  columnElsewhere: row('SEM-50', () => 'A column of a file can stand only in SelectVertex and LOADACCUM.'),
  intervalElsewhere: row('SEM-50', () => 'INTERVAL can stand only in datetime_add and datetime_sub.'),
  nothingNamed: row('SEM-50', ({ name }: Quoted<'name'>) => `Nothing is named ${name} here.`),
  accumOfSet: row(
    'SEM-50',
    ({ name }: Quoted<'name'>) =>
      `@${name} is read of one vertex: of a set, PRINT S[S.@${name}] shows it, and SELECT reads it.`,
  ),
  functionTakes: row(
    'SEM-50',
    ({ name, wanted, given }: Quoted<'name' | 'wanted' | 'given'>) =>
      `${name} takes ${wanted} arguments, not ${given}.`,
  ),
  datetimeFunctionTakes: row(
    'SEM-50',
    ({ name }: Quoted<'name'>) => `${name} takes a DATETIME and an INTERVAL.`,
  ),
  typeTakes: row('SEM-50', () => 'type takes a vertex or an edge.'),
  tupleFunctionTakes: row('SEM-50', ({ name }: Quoted<'name'>) => `${name} takes a tuple.`),
  functionUnnamed: row('SEM-50', ({ name }: Quoted<'name'>) => `No function is named ${name}.`),
  fileMethodUnknown: row('SEM-50', ({ name }: Quoted<'name'>) => `A file has no method ${name}.`),
  methodTakesArgument: row('SEM-50', ({ name }: Quoted<'name'>) => `${name} takes an argument.`),
  getTakesArgument: row('SEM-50', () => 'get takes an argument.'),
  updateTakes: row('SEM-50', () => 'update takes an index and a value.'),
  methodUnknown: row(
    'SEM-50',
    ({ kind, name }: Quoted<'kind' | 'name'>) => `A ${kind} has no method ${name}.`,
  ),
  neighborAttributeTakes: row(
    'SEM-50',
    () => 'neighborAttribute takes an edge type, a vertex type and an attribute.',
  ),
  edgeAttributeTakes: row('SEM-50', () => 'edgeAttribute takes an edge type and an attribute.'),
  setAttrTakes: row('SEM-50', () => 'setAttr takes an attribute and a value.'),
  vertexMethodUnknown: row('SEM-50', ({ name }: Quoted<'name'>) => `A vertex has no method ${name}.`),
  edgeMethodUnknown: row('SEM-50', ({ name }: Quoted<'name'>) => `An edge has no method ${name}.`),
  getAttrTakes: row('SEM-50', () => 'getAttr takes the name of an attribute.'),
  notEdgeTypeOrParameter: row(
    'SEM-50',
    ({ name }: Quoted<'name'>) => `${name} is neither an edge type nor a parameter.`,
  ),
  notVertexTypeOrSet: row(
    'SEM-50',
    ({ name }: Quoted<'name'>) => `${name} is neither a vertex type nor a vertex set.`,
  ),
  csvWithoutFile: row('SEM-50', () => 'TO_CSV needs a file or a path.'),
  withVectorElsewhere: row('SEM-50', () => 'WITH VECTOR needs a vertex set.'),
  sampleOfOneHop: row(
    'SEM-50',
    () => 'SAMPLE chooses among the edges of one hop: FROM must have exactly one.',
  ),
  sampleWithoutEdge: row('SEM-50', () => 'SAMPLE needs an edge.'),
  selectWithoutTable: row('SEM-50', () => 'SELECT names no table.'),
  selectIntoWithAccum: row('SEM-50', () => 'SELECT … INTO has no ACCUM and no POST-ACCUM.'),
  notGrouped: row(
    'SEM-50',
    ({ expression }: Quoted<'expression'>) => `${expression} must be in GROUP BY or inside an aggregate.`,
  ),
  selectWithoutAlias: row('SEM-50', () => 'SELECT names no alias.'),
  notVertexAlias: row(
    'SEM-50',
    ({ name }: Quoted<'name'>) => `${name} is not a vertex alias of the FROM clause.`,
  ),
  postAccumOfOneAlias: row('SEM-50', () => 'A statement of POST-ACCUM can be about one vertex alias only.'),
  notAlias: row('SEM-50', ({ alias }: Quoted<'alias'>) => `${alias} is no alias.`),
  notTable: row('SEM-50', ({ name }: Quoted<'name'>) => `${name} is not a table.`),
  accumUnnamed: row('SEM-50', ({ name }: Quoted<'name'>) => `No accumulator is named @@${name}.`),
  textTooMuchToRead: row(
    'GSQL-SYNTAX',
    () => 'This text takes too much time or memory to read: cut it into several.',
  ),
  attributeOfNoType: row(
    'SEM-50',
    ({ what, name }: Quoted<'what' | 'name'>) => `No ${what} type has the attribute ${name}.`,
  ),
  attributeNotOfType: row(
    'SEM-50',
    ({ what, types, name }: Quoted<'what' | 'types' | 'name'>) =>
      `The ${what} type ${types} has no attribute ${name}.`,
  ),
} as const satisfies SentenceRows;
