/** Rows of the catalogue for queries that run: their parameters, limits, values and writes. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row, runtime } from './row.ts';

export const RUN = {
  queryNotThere: row(
    'REST-1000',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The query '${name}' does not exist in the graph '${graph}'.`,
  ),
  queryWithoutGraph: row(
    'GSQL-SEMANTIC',
    () => 'No graph is chosen: say FOR GRAPH in the query, or USE GRAPH before.',
  ),
  tooMuchWork: row(
    'REST-14000',
    ({ what, running, waiting }: Quoted<'what' | 'running' | 'waiting'>) =>
      `Too many ${what}: ${running} run and ${waiting} wait, which is the limit of this workspace. Try again later.`,
  ),
  patternTooMuchWork: row('GSQL-SEMANTIC', () => 'The regular expression takes too much work to match.'),
  calledQueryUnknown: runtime(
    'GSQL-8999',
    ({ name }: Quoted<'name'>) => `the query ${name} that is called does not exist.`,
  ),
  callsTooDeep: runtime(
    'GSQL-8999',
    ({ most }: Quoted<'most'>) => `queries call each other more than ${most} deep.`,
  ),
  valuesNestedTooDeeply: runtime('GSQL-2631', () => 'values are nested too deeply in each other.'),
  valueOfOtherType: runtime(
    'GSQL-2607',
    () => 'a value is of another type than its place in the query takes.',
  ),
  placeOutOfRange: runtime('GSQL-2620', ({ place }: Quoted<'place'>) => `${place} is out of range.`),
  reallocateSizes: runtime(
    'GSQL-2622',
    ({ dimensions, given }: Quoted<'dimensions' | 'given'>) =>
      `reallocate takes a size for each of the ${dimensions} dimensions, not ${given} sizes.`,
  ),
  arraysDoNotFit: runtime(
    'GSQL-2622',
    ({ given, wanted }: Quoted<'given' | 'wanted'>) =>
      `an array of ${given} cannot be added to one of ${wanted}.`,
  ),
  arrayTooLarge: runtime(
    'GSQL-2621',
    ({ most, size }: Quoted<'most' | 'size'>) =>
      `an array may have ${most} places, this one would have ${size}.`,
  ),
  arraySize: runtime('GSQL-2621', ({ size }: Quoted<'size'>) => `an array cannot have ${size} places.`),
  bitsUnreadable: runtime(
    'GSQL-2604',
    ({ value }: Quoted<'value'>) => `"${value}" is not a row of the bits 0 and 1.`,
  ),
  bitCount: runtime(
    'GSQL-2621',
    ({ bits, most }: Quoted<'bits' | 'most'>) =>
      `a bitwise accumulator cannot have ${bits} bits: it may have 1 to ${most}.`,
  ),
  bitOutOfRange: runtime(
    'GSQL-2620',
    ({ index, bits }: Quoted<'index' | 'bits'>) =>
      `the index ${index} is out of range: the accumulator has ${bits} bits.`,
  ),
  rangeStepZero: runtime('GSQL-2503', () => 'the step of a RANGE is zero.'),
  indexOutOfRange: runtime(
    'GSQL-2620',
    ({ index }: Quoted<'index'>) => `the index ${index} is out of range.`,
  ),
  queryOfCallNotInstalled: runtime(
    'GSQL-8999',
    ({ name }: Quoted<'name'>) => `query ${name} is not installed.`,
  ),
  evaluateHere: runtime('GSQL-2606', ({ text }: Quoted<'text'>) => `evaluate cannot work out ${text} here.`),
  functionUnknown: runtime(
    'GSQL-FUNCTION',
    ({ name }: Quoted<'name'>) => `the function ${name} does not exist.`,
  ),
  edgeReadMissing: runtime('GSQL-4502', () => 'an edge is read that does not exist.'),
  vertexTypeInvalid: runtime(
    'GSQL-3001',
    ({ name }: Quoted<'name'>) => `"${name}" is not a valid vertex type.`,
  ),
  fileUnreadable: runtime(
    'GSQL-5102',
    ({ file, reason }: Quoted<'file' | 'reason'>) => `the file "${file}" cannot be read: ${reason}`,
  ),
  valueUnreadable: runtime(
    'GSQL-2601',
    ({ text, wanted }: Quoted<'text' | 'wanted'>) => `"${text}" is not a valid ${wanted}.`,
  ),
  intervalUnitUnknown: runtime('GSQL-2503', ({ unit }: Quoted<'unit'>) => `unknown interval unit ${unit}.`),
  virtualEdgeAccumulators: runtime(
    'GSQL-6001',
    () => 'a virtual edge has no accumulators: give it attributes.',
  ),
  parameterNull: runtime('3001', ({ parameter }: Quoted<'parameter'>) => `Parameter ${parameter} is NULL.`),
  filesTooMany: runtime(
    'GSQL-5101',
    ({ path, most }: Quoted<'path' | 'most'>) =>
      `the file "${path}" cannot be written: a run writes ${most} files at most.`,
  ),
  filePermission: runtime(
    'GSQL-5102',
    ({ permission }: Quoted<'permission'>) =>
      `the permission of a file is three octal digits such as "764", not "${permission}".`,
  ),
  filePathRefused: runtime(
    'GSQL-5101',
    ({ path, why }: Quoted<'path' | 'why'>) =>
      `the file "${path}" cannot be written: ${why} Give a path below your folder for output, such as "result.csv".`,
  ),
  vertexReadMissing: runtime(
    'GSQL-4502',
    ({ name }: Quoted<'name'>) => `${name} is read of a vertex that does not exist.`,
  ),
  vertexAttributeUnknown: runtime(
    'GSQL-4511',
    ({ type, name }: Quoted<'type' | 'name'>) => `the vertex type ${type} has no attribute ${name}.`,
  ),
  edgeAttributeUnknown: runtime(
    'GSQL-4521',
    ({ type, name }: Quoted<'type' | 'name'>) => `the edge type ${type} has no attribute ${name}.`,
  ),
  vertexIdInvalid: runtime(
    'GSQL-4502',
    ({ id, type }: Quoted<'id' | 'type'>) => `"${id}" is not a valid vertex id of the type ${type}.`,
  ),
  dividedByZero: runtime('GSQL-2500', () => 'divider is zero.'),
  jsonTooDeep: runtime(
    'GSQL-2602',
    ({ most }: Quoted<'most'>) => `the text cannot be read as JSON: it has more than ${most} levels.`,
  ),
  jsonUnreadable: runtime(
    'GSQL-2602',
    ({ reason }: Quoted<'reason'>) => `the text cannot be read as JSON: ${reason}`,
  ),
  jsonOfOtherKind: runtime(
    'GSQL-2602',
    ({ found, wanted }: Quoted<'found' | 'wanted'>) => `the text is ${found}, not an ${wanted}, in JSON.`,
  ),
  queryAborted: row('GSQL-6500', () => 'The query was aborted.'),
  queryOutOfMemory: row(
    'SYS-0002',
    () => 'The query was stopped: it needs more memory than its limit allows.',
  ),
  edgeTypeInvalid: runtime('GSQL-4501', ({ name }: Quoted<'name'>) => `"${name}" is not a valid edge type.`),
  fromWithoutVertices: runtime('GSQL-3001', () => 'a FROM clause needs a vertex set or a vertex type.'),
  sampleSize: runtime(
    'GSQL-2623',
    ({ size }: Quoted<'size'>) => `SAMPLE needs a positive number, not ${size}.`,
  ),
  percentileRange: runtime(
    'GSQL-2621',
    ({ fraction }: Quoted<'fraction'>) => `a percentile must be between 0 and 1, not ${fraction}.`,
  ),
  soughtTextTooLong: runtime(
    'GSQL-2630',
    ({ most, given }: Quoted<'most' | 'given'>) =>
      `instr seeks texts of up to ${most} characters backwards, not of ${given}.`,
  ),
  patternInvalid: runtime(
    'GSQL-2502',
    ({ pattern }: Quoted<'pattern'>) => `"${pattern}" is not a valid pattern.`,
  ),
  translationsUneven: runtime(
    'GSQL-2605',
    ({ characters, translations }: Quoted<'characters' | 'translations'>) =>
      `translate takes as many characters as it takes translations, not ${characters} and ${translations}.`,
  ),
  columnUnknown: runtime(
    'GSQL-3010',
    ({ name, known }: Quoted<'name' | 'known'>) => `the table has no column ${name}; it has ${known}.`,
  ),
  textTooLong: runtime(
    'GSQL-2630',
    ({ most, length }: Quoted<'most' | 'length'>) =>
      `a text may have ${most} characters, this one would have ${length}.`,
  ),
  accumulatorWithoutVertex: runtime('GSQL-4502', () => 'the vertex of an accumulator does not exist.'),
  edgeNotSettable: runtime(
    'GSQL-6001',
    ({ name, type }: Quoted<'name' | 'type'>) => `${name} cannot be set on the edge type ${type}.`,
  ),
  virtualEdgeEnds: runtime(
    'GSQL-4524',
    ({ type }: Quoted<'type'>) => `the virtual edge ${type} does not connect vertices of these types.`,
  ),
  setOnMissingVertex: runtime(
    'GSQL-6001',
    ({ name }: Quoted<'name'>) => `${name} is set on a vertex that does not exist.`,
  ),
  vertexNotSettable: runtime(
    'GSQL-6001',
    ({ name, type, reason }: Quoted<'name' | 'type' | 'reason'>) =>
      `the attribute ${name} of the vertex type ${type} ${reason}.`,
  ),
  typeInvalid: runtime(
    'GSQL-4500',
    ({ name }: Quoted<'name'>) => `"${name}" is not a valid vertex or edge type.`,
  ),
  insertedAttributeUnknown: runtime(
    'GSQL-4511',
    ({ type, name }: Quoted<'type' | 'name'>) => `the type ${type} has no attribute ${name}.`,
  ),
  insertedValueCount: runtime(
    'GSQL-4511',
    ({ type, given, wanted }: Quoted<'type' | 'given' | 'wanted'>) =>
      `INSERT INTO ${type} has ${given} values for ${wanted} columns.`,
  ),
  insertWithoutId: runtime(
    'GSQL-4502',
    ({ type }: Quoted<'type'>) => `INSERT INTO ${type} needs a value for PRIMARY_ID.`,
  ),
  insertedIdEmpty: runtime('GSQL-4502', ({ type }: Quoted<'type'>) => `the id of a ${type} is empty.`),
  insertWithoutKeyPart: runtime(
    'GSQL-4502',
    ({ type, part }: Quoted<'type' | 'part'>) =>
      `INSERT INTO ${type} needs a value for ${part}: it is part of the key.`,
  ),
  insertWithoutEnds: runtime(
    'GSQL-4523',
    ({ type }: Quoted<'type'>) => `INSERT INTO ${type} needs FROM and TO.`,
  ),
  insertWithoutEndType: runtime(
    'GSQL-4524',
    ({ type, side }: Quoted<'type' | 'side'>) => `INSERT INTO ${type} must say the vertex type of ${side}.`,
  ),
  parameterInvalid: row(
    'REST-30000',
    ({ name, wanted, value }: Quoted<'name' | 'wanted' | 'value'>) =>
      `Values of parameter ${name} must be ${wanted} type, invalid value [${value}] provided.`,
  ),
  parameterTypeRefused: row(
    'REST-30000',
    ({ name, kind }: Quoted<'name' | 'kind'>) =>
      `Parameter ${name} has a type that cannot be given: ${kind}.`,
  ),
  parameterNotJson: row(
    'REST-30000',
    ({ name, value }: Quoted<'name' | 'value'>) =>
      `Values of parameter ${name} must be JSON, invalid value [${value}] provided.`,
  ),
  parameterNoVertices: row(
    'REST-30000',
    ({ name }: Quoted<'name'>) => `Values of parameter ${name} must be vertices: an id, or {"id", "type"}.`,
  ),
  parameterWithoutType: row(
    'REST-30000',
    ({ name }: Quoted<'name'>) => `The vertex type of parameter ${name} is missing: give ${name}.type.`,
  ),
  parameterVertexType: row(
    'REST-30000',
    ({ name, wanted, given }: Quoted<'name' | 'wanted' | 'given'>) =>
      `Parameter ${name} must be a vertex of the type ${wanted}, not ${given}.`,
  ),
  parameterVertexInvalid: runtime(
    'SYS-0005',
    ({ id, type, name }: Quoted<'id' | 'type' | 'name'>) =>
      `"${id}" is not a valid vertex id of the type ${type} for parameter ${name}.`,
  ),
  parameterNoMap: row(
    'REST-30000',
    ({ name }: Quoted<'name'>) =>
      `Values of parameter ${name} must be a map: {"keylist": […], "valuelist": […]} of the same length.`,
  ),
  calledWithOtherCount: runtime(
    'GSQL-1002',
    ({ query, wanted, given }: Quoted<'query' | 'wanted' | 'given'>) =>
      `${query} takes ${wanted} arguments, not ${given}.`,
  ),
  workerEnded: row('SYS-0001', () => 'The query worker ended unexpectedly.'),
  engineEnded: row('SYS-0001', () => 'The engine is closed.'),
  fileNotWritten: runtime(
    'GSQL-5101',
    ({ path, reason }: Quoted<'path' | 'reason'>) => `the file "${path}" cannot be written: ${reason}`,
  ),
  functionTextTooLong: runtime(
    'GSQL-FUNCTION',
    ({ name, most }: Quoted<'name' | 'most'>) =>
      `the function ${name} takes texts of ${most} characters together.`,
  ),
  functionGivesOther: runtime(
    'GSQL-FUNCTION',
    ({ name, wanted }: Quoted<'name' | 'wanted'>) =>
      `the function ${name} must give ${wanted}, but gave something else.`,
  ),
  functionNotDefined: runtime(
    'GSQL-FUNCTION',
    ({ name }: Quoted<'name'>) => `the function ${name} is not defined when its file has run.`,
  ),
  functionOutOfMemory: runtime(
    'GSQL-FUNCTION',
    ({ where, megabytes }: Quoted<'where' | 'megabytes'>) => `${where} needs more than ${megabytes} MB.`,
  ),
  functionFailed: runtime(
    'GSQL-FUNCTION',
    ({ where, reason }: Quoted<'where' | 'reason'>) => `${where} failed: ${reason}`,
  ),
  functionBrokeOff: runtime(
    'GSQL-FUNCTION',
    ({ name, reason }: Quoted<'name' | 'reason'>) => `the function ${name} broke off: ${reason}`,
  ),
  vectorAttributeUnknown: runtime(
    'GSQL-90000',
    ({ type, name }: Quoted<'type' | 'name'>) => `the vertex type ${type} has no vector attribute ${name}.`,
  ),
  searchedCount: runtime(
    'GSQL-90000',
    ({ count }: Quoted<'count'>) => `vectorSearch finds at least one vertex, k is ${count}.`,
  ),
  searchBreadth: runtime(
    'GSQL-90000',
    ({ ef }: Quoted<'ef'>) => `ef of vectorSearch is at least 1, not ${ef}.`,
  ),
  queryVectorLength: runtime(
    'GSQL-90000',
    ({ given, type, name, wanted }: Quoted<'given' | 'type' | 'name' | 'wanted'>) =>
      `the query vector has ${given} numbers, ${type}.${name} has ${wanted}.`,
  ),
  listsOfDifferentSizes: runtime(
    'GSQL-90000',
    ({ name }: Quoted<'name'>) => `Two lists provided for ${name} have different sizes.`,
  ),
  metricUnknown: runtime(
    'GSQL-90000',
    ({ metric, name }: Quoted<'metric' | 'name'>) =>
      `"${metric}" is not a metric of ${name}; COSINE, L2 and IP are.`,
  ),
  normUnknown: runtime(
    'GSQL-90000',
    ({ norm }: Quoted<'norm'>) => `"${norm}" is not a norm of gds.vector.norm; L1, L2 and MAX are.`,
  ),
  measureUnknown: runtime(
    'GSQL-90000',
    ({ measure }: Quoted<'measure'>) =>
      `"${measure}" is not a measure of tg_similarity_accum; COSINE, EUCLIDEAN, JACCARD, OVERLAP and PEARSON are.`,
  ),
  elementOutOfRange: runtime(
    'GSQL-90000',
    ({ element, size }: Quoted<'element' | 'size'>) =>
      `gds.vector.kth_element: there is no element ${element} in a list of ${size}.`,
  ),
  queryDisabled: row(
    'REST-1000',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The query '${name}' of the graph '${graph}' is disabled: it calls a query that is no longer there.`,
  ),
  queryNotInstalled: row(
    'REST-1000',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The query '${name}' of the graph '${graph}' is not installed. Run INSTALL QUERY ${name} first.`,
  ),
  queryTimedOut: row('REST-3000', () => 'The query was stopped: it ran longer than its time limit.'),
  answersWaiting: row(
    'REST-12006',
    () =>
      'Too many large answers wait for clients that have not read them yet. Read those, or try again later.',
  ),
  resultsTookTooLong: row(
    'REST-3002',
    () => 'Sorting, searching or exporting this result took too long, or was given up.',
  ),
  resultRowTooLong: row(
    'REST-4000',
    ({ most }: { readonly most: number }) =>
      `A row of this result is larger than ${most} MB: it cannot be sorted, searched or exported, only read.`,
  ),
  answerTooLarge: row(
    'REST-4000',
    ({ size, limit }: Quoted<'size' | 'limit'>) =>
      `The query response size is ${size}, which exceeds limit ${limit}.`,
  ),
  datetimeInvalid: runtime('GSQL-2501', ({ text }: Quoted<'text'>) => `"${text}" is not a valid DATETIME.`),
  numbersNotText: runtime(
    'GSQL-2607',
    ({ name, text }: Quoted<'name' | 'text'>) =>
      `${name} takes a collection of numbers, not the text "${text}".`,
  ),
  numbersNotOther: runtime(
    'GSQL-2607',
    ({ name }: Quoted<'name'>) => `${name} takes a collection of numbers, not a value of another type.`,
  ),
  jsonFindsOther: runtime(
    'GSQL-2603',
    ({ name, place, found, within }: Quoted<'name' | 'place' | 'found' | 'within'>) =>
      `${name} of ${place} finds ${found} in ${within}.`,
  ),
  matchesTooMany: runtime('GSQL-4525', () => `the pattern has more than ${Number.MAX_SAFE_INTEGER} matches.`),
} as const satisfies SentenceRows;
