/** Rows of the catalogue for statements of GSQL. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row, semantic } from './row.ts';

export const SHELL = {
  usersUnknownToShell: row('GSQL-SEMANTIC', () => 'This shell knows no users: a workspace server does.'),
  userUnknown: semantic(({ name }: Quoted<'name'>) => `The user ${name} does not exist!`),
  noGraphChosen: row('REST-1004', () => 'No graph is chosen. Use USE GRAPH first.'),
  queryOfGraphUnknown: semantic(
    ({ name, graph }: Quoted<'name' | 'graph'>) => `The query ${name} does not exist in the graph ${graph}!`,
  ),
  schemaVersionUnknown: semantic(
    ({ version }: Quoted<'version'>) => `There is no version ${version} of this schema any more.`,
  ),
  schemaVersionNotKept: row(
    'GSQL-SEMANTIC',
    ({ version }: Quoted<'version'>) =>
      `Version ${version} cannot be reverted any more: the data that it dropped was kept for a time, and is erased.`,
  ),
  schemaVersionNotReverted: row(
    'GSQL-SEMANTIC',
    ({ version, reason }: Quoted<'version'> & { readonly reason: string }) =>
      `Version ${version} cannot be reverted: ${reason}`,
  ),
  revertedTypeGone: row(
    'GSQL-SEMANTIC',
    ({ version, name }: Quoted<'version' | 'name'>) =>
      `Version ${version} cannot be reverted: the type ${name}, which it changed, was dropped or made anew since. Undo it by a new change instead.`,
  ),
  revertedNameTaken: row(
    'GSQL-SEMANTIC',
    ({ version, name }: Quoted<'version' | 'name'>) =>
      `Version ${version} cannot be reverted: there is another type ${name} by now. Drop that type in a change of its own, then revert again.`,
  ),
  revertedAttributeTaken: row(
    'GSQL-SEMANTIC',
    ({ version, type, name }: Quoted<'version' | 'type' | 'name'>) =>
      `Version ${version} cannot be reverted: ${type} has another attribute ${name} by now. Drop that attribute in a change of its own, then revert again.`,
  ),
  typeInUseByGraph: semantic(
    ({ what, name, graphs, step }: Quoted<'what' | 'name' | 'graphs' | 'step'>) =>
      `The ${what} type ${name} is used by the graph ${graphs}. Drop it from the graph first, in a global schema change job: ${step}`,
  ),
  vertexTypeInUse: semantic(
    ({ name, edgeTypes }: Quoted<'name' | 'edgeTypes'>) =>
      `The vertex type ${name} is used by the edge type ${edgeTypes}. Drop the edge type first.`,
  ),
  sessionParameterValue: row(
    'GSQL-SEMANTIC',
    ({ name, value }: Quoted<'name' | 'value'>) => `The session parameter '${name}' cannot be '${value}'.`,
  ),
  exportTimedOut: row(
    'GSQL-SEMANTIC',
    ({ limit }: Quoted<'limit'>) =>
      `The export took longer than the export_timeout of ${limit} ms: nothing was written.`,
  ),
  helpUnknown: row(
    'GSQL-SEMANTIC',
    ({ topic }: Quoted<'topic'>) => `There is no help for ${topic}. There is HELP BASIC and HELP QUERY.`,
  ),
  importedTogether: row(
    'GSQL-SEMANTIC',
    ({ graphs }: Quoted<'graphs'>) =>
      `This export of TigerGraph has the graphs ${graphs}: they are imported together.`,
  ),
  exportMissing: row(
    'GSQL-SEMANTIC',
    ({ path, manifest }: Quoted<'path' | 'manifest'>) =>
      `There is no export in ${path}: it has no readable ${manifest}. EXPORT GRAPH makes one.`,
  ),
  importOfFunctions: row(
    'GSQL-SEMANTIC',
    () => 'The export has functions in JavaScript: a superuser alone may store those.',
  ),
  exportRowsLost: row(
    'GSQL-SEMANTIC',
    ({ file, rows, written }: Quoted<'file' | 'rows' | 'written'>) =>
      `${file} has ${rows} rows, but ${written} were written.`,
  ),
  graphListedUnknown: semantic(({ name }: Quoted<'name'>) => `The graph ${name} doesn't exist!`),
  loadOfIdUnknown: row(
    'GSQL-SEMANTIC',
    ({ id }: Quoted<'id'>) => `There is no loading job with the id '${id}'.`,
  ),
  loadEnded: row('GSQL-SEMANTIC', ({ id }: Quoted<'id'>) => `The loading job '${id}' has ended already.`),
  jobNameTaken: semantic(
    ({ name }: Quoted<'name'>) =>
      `The job name ${name} already exists or is used by another object! Please use a different name.`,
  ),
  optionNotNumber: row(
    'GSQL-SEMANTIC',
    ({ option, value }: Quoted<'option' | 'value'>) =>
      `The option -${option} is "${value}"; a number is expected.`,
  ),
  optionNotLines: row(
    'GSQL-SEMANTIC',
    ({ value }: Quoted<'value'>) =>
      `The option -n is "${value}"; a number of lines is expected, or the first and the last one such as 10,50.`,
  ),
  patternUnreadable: row(
    'GSQL-SEMANTIC',
    ({ reason }: Quoted<'reason'>) => `The pattern cannot be read: ${reason}`,
  ),
  functionOfPackagesUnknown: semantic(
    ({ name }: Quoted<'name'>) => `The function ${name} does not exist! There are those of the package gds.`,
  ),
  packageUnknown: semantic(({ name }: Quoted<'name'>) => `The package ${name} does not exist!`),
  asyncRunRefused: row('GSQL-SEMANTIC', () => 'RUN QUERY -async needs a server that keeps the result.'),
  argumentsNotJson: row(
    'REST-30000',
    ({ reason }: Quoted<'reason'>) => `The parameters are not valid JSON: ${reason}`,
  ),
  argumentCount: row(
    'REST-30000',
    ({ query, wanted, given }: Quoted<'query' | 'wanted' | 'given'>) =>
      `The query ${query} takes ${wanted} parameter(s), ${given} are given.`,
  ),
  jobOfSeveralGraphs: semantic(
    ({ name }: Quoted<'name'>) => `Several graphs have a job ${name}. Use USE GRAPH first.`,
  ),
  globalTypeInLocalJob: semantic(
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `${name} is a global type: a GLOBAL SCHEMA_CHANGE JOB changes it, or takes it from the graph with DROP … FROM GRAPH ${graph}.`,
  ),
  globalTypeInGraphChange: semantic(
    ({ name, graphs }: Quoted<'name' | 'graphs'>) =>
      `${name} is a global type, used by: ${graphs}. Untick it among the graph's global types to take it from the graph; change it in the global scope.`,
  ),
  globalTypeInUse: semantic(
    ({ name, graphs }: Quoted<'name' | 'graphs'>) =>
      `${name} is used by: ${graphs}. Drop it from the graph first.`,
  ),
  globalTypesOfNoGraph: semantic(
    () => 'The global scope has all global types: name a graph that is to use them.',
  ),
  typesMovedByLocalJob: semantic(
    () => 'Only a global schema change job gives types to a graph or takes them from it.',
  ),
  allTypesOnlyCounted: semantic(() => 'All types are only counted, and without WHERE: name a vertex type.'),
  comparedOnce: semantic(({ wanted }: Quoted<'wanted'>) => `${wanted} can be compared once, with ==.`),
  edgeSelectWithoutStart: semantic(() => 'SELECT * FROM an edge needs WHERE from_id == "…".'),
  attributeQueryType: semantic(
    () => 'An attribute cannot have a type that only queries know (VERTEX, EDGE, BAG, JSON, accumulators).',
  ),
  attributeDefaultNotLiteral: semantic(
    ({ name }: Quoted<'name'>) => `The default of the attribute ${name} must be a literal.`,
  ),
  vertexTypeOfSeveralKeys: semantic(
    ({ type }: Quoted<'type'>) => `The vertex type ${type} has more than one key.`,
  ),
  vertexTypeWithoutKey: semantic(
    ({ type }: Quoted<'type'>) => `The vertex type ${type} needs exactly one PRIMARY_ID or PRIMARY KEY.`,
  ),
  primaryIdWithoutType: semantic(
    ({ name }: Quoted<'name'>) => `The primary id ${name} needs a type such as STRING or INT.`,
  ),
  vertexOptionUnknown: semantic(
    ({ name }: Quoted<'name'>) => `The option ${name} of a vertex type is not known.`,
  ),
  vertexOptionValue: semantic(
    ({ name, value, allowed }: Quoted<'name' | 'value' | 'allowed'>) =>
      `The option ${name} of a vertex type cannot be "${value}"; ${allowed} are possible.`,
  ),
  templateUnknownNear: semantic(
    ({ name, near }: Quoted<'name' | 'near'>) =>
      `The template query ${name} does not exist! Did you mean ${near}?`,
  ),
  queryOfGraphUnknownNear: semantic(
    ({ name, graph, near }: Quoted<'name' | 'graph' | 'near'>) =>
      `The query ${name} does not exist in the graph ${graph}! Did you mean ${near}?`,
  ),
  schemaJobUnknown: semantic(
    ({ kind, name }: Quoted<'kind' | 'name'>) => `The ${kind} ${name} does not exist.`,
  ),
  schemaJobOfOtherScope: semantic(
    ({ kind, name, right }: Quoted<'kind' | 'name' | 'right'>) =>
      `The ${kind} ${name} does not exist. Use RUN ${right} ${name}.`,
  ),
  vectorOptionRefused: semantic(({ reason }: Quoted<'reason'>) => `${reason}`),
  argumentNotConstant: row(
    'REST-30000',
    ({ name }: Quoted<'name'>) => `The value of the parameter ${name} must be a constant.`,
  ),
  argumentNamed: row(
    'REST-30000',
    ({ name }: Quoted<'name'>) =>
      `The value of the parameter ${name} must be a constant. Values stand in the order of the parameters, or in one JSON object by their names.`,
  ),
} as const satisfies SentenceRows;
