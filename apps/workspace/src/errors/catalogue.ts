/**
 * Every error that the workspace server itself answers on purpose: status, code (TigerGraph's, '' where it has none),
 * sentence, and advice where the sentence does not give it. The engine has a catalogue of its own. Listed in
 * `docs/guides/errors.md`.
 */
import type { ErrorRows } from '@acacia/base';
import { ACCESS } from './access.ts';
import { chosen, row, type Named, type OfGraph } from './row.ts';

interface Placed {
  /** Position in the body: `vertices.Person.1.age`. */
  readonly where: string;
}

export const WORKSPACE_ERRORS = {
  ...ACCESS,
  // Any request
  bodyInvalid: chosen(
    400,
    'REST-30000',
    'fields of the body or parameters that are not as the call has them',
  ),
  statisticsInvalid: chosen(
    400,
    'REST-30400',
    'parameters of the statistics of requests that are not as the call has them',
  ),
  textNotStorable: chosen(
    400,
    'REST-30000',
    'a text with characters that no database keeps as they are',
    'Leave them out.',
  ),
  schemaInvalid: chosen(400, '', 'a type, an attribute or a default of a schema in JSON that is none'),
  jsonInvalid: row(
    400,
    'REST-2001',
    ({ why }: { readonly why: string }) => `The body is not valid JSON: ${why}.`,
  ),
  bodyTooLarge: row(
    413,
    '',
    ({ most }: { readonly most: number }) => `The body is larger than ${most} MB.`,
    'Send it in parts, or raise the limit in the configuration.',
  ),
  documentTooLarge: row(
    413,
    '',
    ({ most }: { readonly most: number }) => `With this change the document would be larger than ${most} MB.`,
    'Remove members of it first, or raise the limit in the configuration.',
  ),
  bodyNotGsql: row(400, '', () => 'The body is neither GSQL nor URL-encoded GSQL.'),
  cookieInvalid: row(400, '', () => 'The header Cookie is not the JSON of a session.'),
  headerNotANumber: row(
    400,
    'REST-30001',
    ({ name, text }: Named & { readonly text: string }) =>
      `The header ${name} must be a whole number, not '${text}'.`,
  ),
  parameterMissing: row(400, '', ({ name }: Named) => `The parameter "${name}" is missing.`),
  restppParameterMissing: row(400, 'REST-30001', ({ name }: Named) => `The parameter "${name}" is missing.`),
  graphNameMissing: row(400, '', () => 'GraphName: the name of the graph is missing.'),
  severalGraphs: row(400, 'REST-30001', () => 'The request names several graphs.'),
  connectionClosed: row(400, '', () => 'The connection was closed before the request was complete.'),
  notAName: row(
    400,
    '',
    ({ kind, name }: Named & { readonly kind: string }) => `'${name}' is not a ${kind} name.`,
  ),
  noRequest: row(400, '', ({ id }: { readonly id: string }) => `There is no request '${id}'.`),
  diskFull: row(
    507,
    'REST-12003',
    () => 'The disk is full: free some space on the machine of the workspace and try again.',
  ),
  internal: row(
    500,
    'REST-10005',
    ({ id }: { readonly id: string }) => `The workspace failed to answer this request (${id}).`,
    'This is a fault of Acacia: tell it with the number of the request and what the log says.',
  ),

  // Graphs and their data
  noGraph: row(
    404,
    'REST-1004',
    ({ graph }: { readonly graph: string }) => `The graph '${graph}' does not exist.`,
  ),
  noSchema: row(
    404,
    'REST-1003',
    ({ graph }: { readonly graph: string }) => `The graph '${graph}' has no schema.`,
  ),
  noType: row(
    404,
    '',
    ({ kind, name }: Named & { readonly kind: string }) => `The ${kind} type '${name}' does not exist.`,
  ),
  // Code and words that clients know of TigerGraph's RESTPP.
  noVertexType: row(
    400,
    'REST-30000',
    ({ name, graph }: OfGraph) =>
      `The input parameter vertex_type = '${name}' is not a valid vertex type in graph '${graph}'.`,
  ),
  noEdgeType: row(
    400,
    'REST-30000',
    ({ name, graph }: OfGraph) =>
      `The input parameter edge_type = '${name}' is not a valid edge type in graph '${graph}'.`,
  ),
  countedVertexType: row(
    400,
    'GSQL-7004',
    ({ name, graph }: OfGraph) => `The vertex type '${name}' does not exist in graph '${graph}'.`,
  ),
  countedEdgeType: row(
    400,
    'GSQL-7004',
    ({ name, graph }: OfGraph) => `The edge type '${name}' does not exist in graph '${graph}'.`,
  ),
  noAttribute: row(
    400,
    'REST-30001',
    ({ name, known }: Named & { readonly known: string }) =>
      `There is no attribute '${name}'; there are: ${known}.`,
  ),
  noVectorAttribute: row(
    400,
    'REST-30001',
    ({ type, name }: Named & { readonly type: string }) =>
      `The vertex type '${type}' has no vector attribute '${name}'.`,
  ),
  edgePath: row(
    400,
    'REST-30001',
    () =>
      'An edge path is {source type}/{source id}[/{edge type}[/{target type}[/{target id}[/{discriminator}]]]].',
  ),
  emptyPart: row(
    400,
    'REST-30001',
    () => 'A part of the address is empty: an id or a name is missing.',
    'Write each id and name between its slashes, encoded; to delete a whole type, leave the last slash out.',
  ),
  vertexId: row(
    400,
    '601',
    ({ id, type }: { readonly id: string; readonly type: string }) =>
      `The input vertex id '${id}' is not a valid vertex id for vertex type = ${type}.`,
  ),
  pathEnds: row(400, 'REST-30000', () => 'Name where the paths begin (sources) and end (targets).'),
  conditionUnreadable: row(
    400,
    'REST-30000',
    ({ condition, why }: { readonly condition: string; readonly why: string }) =>
      `The condition '${condition}' cannot be read: ${why}`,
  ),
  editsTooBusy: row(
    503,
    'REST-30000',
    () => 'Others write to the workspace all the time: the edits could not be compared. Nothing was saved.',
    'Save again in a moment.',
  ),
  tooManyEdges: row(
    400,
    'REST-30000',
    ({ count, most }: { readonly count: number; readonly most: number }) =>
      `The answer would have ${count} edges, more than the ${most} of one answer.`,
    'Choose fewer vertices, types or steps, or a lower limit.',
  ),
  notSearched: row(
    400,
    'REST-30000',
    ({ name, type }: Named & { readonly type: string }) =>
      `attributes: '${name}' is no attribute of ${type} that holds a single value.`,
  ),
  upsertEnds: row(
    400,
    'REST-30200',
    () =>
      'vertex_must_exist stands for both ends: leave source_vertex_must_exist and target_vertex_must_exist out.',
  ),
  upsertMember: row(
    400,
    'REST-30200',
    ({ key }: { readonly key: string }) => `The body has "vertices" and "edges", not "${key}".`,
  ),
  upsertVertexType: row(
    400,
    'REST-30200',
    ({ name, graph }: OfGraph) => `The vertex type '${name}' does not exist in graph '${graph}'.`,
  ),
  upsertEdgeType: row(
    400,
    'REST-30200',
    ({ name, graph }: OfGraph) => `The edge type '${name}' does not exist in graph '${graph}'.`,
  ),
  upsertAttribute: row(
    400,
    'REST-30200',
    ({ where, name, type }: Placed & Named & { readonly type: string }) =>
      `${where}: there is no attribute '${name}' in ${type}.`,
  ),
  upsertOperator: row(
    400,
    'REST-30200',
    ({ where, operator }: Placed & { readonly operator: string }) =>
      `${where}: ${operator} is not an operator of an upsert.`,
  ),
  upsertNotObject: row(400, 'REST-30200', ({ where }: Placed) => `${where} must be a JSON object.`),
  upsertNull: row(
    400,
    'REST-30200',
    ({ where }: Placed) => `${where} is null: leave the attribute out to keep its value.`,
  ),
  upsertNotList: row(400, 'REST-30200', ({ where }: Placed) => `${where} must be a list.`),
  upsertNotSingle: row(400, 'REST-30200', ({ where }: Placed) => `${where} must be a single value.`),
  upsertMapLengths: row(
    400,
    'REST-30200',
    ({ where }: Placed) => `${where} has a different number of keys and values.`,
  ),
  upsertTupleLength: row(
    400,
    'REST-30200',
    (of: Placed & { readonly values: number; readonly type: string; readonly fields: number }) =>
      `${of.where} has ${of.values} values, but ${of.type} has ${of.fields} fields.`,
  ),
  upsertNotTuple: row(
    400,
    'REST-30200',
    ({ where, type }: Placed & { readonly type: string }) =>
      `${where} must be the fields of a ${type}: an object, or a list in their order.`,
  ),
  upsertTupleField: row(
    400,
    'REST-30200',
    ({ where, type, name }: Placed & Named & { readonly type: string }) =>
      `${where}: the tuple ${type} has no field '${name}'.`,
  ),

  // Queries
  graphOfQueryUnknown: row(400, 'SEM-1', ({ name }: Named) => `The graph ${name} does not exist.`),
  noEndpoint: row(
    404,
    'REST-1000',
    ({ url }: { readonly url: string }) =>
      `Endpoint is not found from url = ${url}, please use GET /endpoints to list all valid endpoints.`,
  ),
  typesMissing: row(
    400,
    '',
    ({ kind }: { readonly kind: string }) => `The body names no ${kind} type to create or add.`,
  ),
  changeEmpty: row(400, '', () => 'The body changes nothing: it names no type to add, alter or drop.'),
  noIndex: row(404, '', ({ name }: Named) => `There is no index '${name}'.`),
  schemaCheck: row(
    400,
    '',
    ({ graph, name, why }: OfGraph & Named & { readonly why: string }) =>
      `The query ${name} of the graph ${graph} cannot run: ${why}`,
  ),
  textNotQuotable: row(
    400,
    '',
    ({ field }: { readonly field: string }) => `${field} may have no quotes, backslashes or line ends.`,
  ),
  exportPassword: row(
    400,
    '',
    () => 'Exports have no password here: they hold no users and no keys. Leave it out.',
  ),
  histogramOf: row(400, '', () => 'Name either a vertex type or an edge type, in "vertex" or "edge".'),
  histogramType: row(
    400,
    '',
    ({ name }: Named) =>
      `The values of the attribute '${name}' have no order: there is no histogram of them.`,
  ),
  noUdfFile: row(
    404,
    '',
    ({ name, known }: Named & { readonly known: string }) =>
      `There is no file of functions '${name}'; there are ${known}.`,
  ),
  udfRefused: row(400, '', ({ name, why }: Named & { readonly why: string }) => `${name}: ${why}`),
  noTokenFunction: row(404, '', ({ name }: Named) => `Loading jobs have no function '${name}'.`),
  noPackage: row(404, '', ({ name }: Named) => `There is no package '${name}'.`),
  noTemplate: row(404, '', ({ name }: Named) => `There is no template query '${name}'.`),
  scimFilter: row(
    400,
    '',
    ({ text, attribute }: { readonly text: string; readonly attribute: string }) =>
      `The filter '${text}' is not of the form ${attribute} eq|ne|co|sw|ew "text", joined by and, or.`,
  ),
  scimGroupOperation: row(
    400,
    '',
    () => 'An operation on a group is add, remove or replace on the path "members", with a list of users.',
  ),
  scimOperation: row(400, '', () => 'The only operation on a user is to replace "password" by a text.'),
  noMetric: row(
    404,
    '',
    ({ name }: Named) => `There are no metrics '${name}': there are cpu-memory, diskspace and qps.`,
  ),
  queueNotGranted: row(
    422,
    'REST-14000',
    ({ name }: Named) => `There is no workload queue '${name}' that you may use: there are none here.`,
  ),
  callRefused: row(
    400,
    '',
    ({ refused }: { readonly refused: string }) => refused,
    'The guide of calls lists those that are not served.',
  ),
  restppCallRefused: row(
    400,
    'REST-30000',
    ({ refused }: { readonly refused: string }) => refused,
    'The guide of calls lists those that are not served.',
  ),
  notInstalled: row(
    404,
    'REST-1000',
    ({ name }: Named) =>
      `The query '${name}' is not installed: run INSTALL QUERY ${name} first, or run it in interpreted mode.`,
  ),
  noQuery: row(
    404,
    '',
    ({ name, graph }: OfGraph) => `The query '${name}' does not exist in graph '${graph}'.`,
  ),
  queryChanged: row(
    412,
    '',
    ({ name, graph }: OfGraph) =>
      `The query '${name}' of the graph '${graph}' was changed by somebody else meanwhile.`,
    'Read it again, and send the version that it has now.',
  ),
  queryVersionInvalid: row(
    400,
    '',
    () => 'If-Match: the version of the query, in quotes, as GET /gsql/v1/queries/info gives it.',
  ),
  noQueries: row(404, '', ({ names }: { readonly names: string }) => `The query '${names}' does not exist.`),
  queryInSeveralGraphs: row(
    400,
    'REST-30001',
    ({ name, graphs }: Named & { readonly graphs: string }) =>
      `The query '${name}' is in several graphs (${graphs}): call /query/{graph}/${name}.`,
  ),
  noRun: row(
    400,
    'REST-30001',
    ({ id }: { readonly id: string }) => `unknown_requestid: there is no query with request id '${id}'.`,
  ),
  tooManyRunsOfPerson: row(
    429,
    'REST-14000',
    ({ count }: { readonly count: number }) =>
      `You have ${count} ${count === 1 ? 'run' : 'runs'} in the background, as many or as large as one person may have. Wait for their end (/restpp/query_status?requestid=all), or end them (/restpp/abortquery).`,
  ),
  tooManyRuns: row(
    429,
    'REST-14000',
    ({ count }: { readonly count: number }) =>
      `There are ${count} runs in the background, as many or as large as the workspace takes. Try again later.`,
  ),
  runIdInvalid: row(
    400,
    '',
    ({ id }: { readonly id: string }) => `The id of a run must be a UUID, not '${id}'.`,
  ),
  runIdTaken: row(409, '', () => 'This id is taken: choose another UUID for the run.'),
  noEditorRun: row(404, '', ({ id }: { readonly id: string }) => `There is no run '${id}' of yours.`),
  runForgotten: row(
    410,
    '',
    () => 'The output and the results of this run are no longer kept.',
    'Run it again: they are kept for a day, and no longer than the workspace runs.',
  ),
  runPinLost: row(
    410,
    '',
    () =>
      'The result of this run was pinned, but had to make room: the results of all people take as much of the disk as they may.',
    'Run it again.',
  ),
  tooManyPins: row(
    409,
    '',
    ({ count }: { readonly count: number }) => `At most ${count} results can be pinned. Unpin one first.`,
  ),
  pinsTooLarge: row(
    409,
    '',
    ({ mb }: { readonly mb: number }) =>
      `Pinned results may take ${mb} MB in all. Unpin one first, or save this result as a file.`,
  ),
  pinOfRunning: row(409, '', () => 'The run has not ended: its result can be pinned then.'),
  noRunAnswer: row(404, '', () => 'The run has no such answer.'),
  noRunTable: row(404, '', () => 'The run has no such table, row or column.'),
  runCopyTooLarge: row(
    413,
    '',
    ({ rows, mb }: { readonly rows: number; readonly mb: number }) =>
      `At most ${rows} rows and ${mb} MB can be copied. Select fewer cells, or download the table.`,
  ),
  runCompareTooLarge: row(
    413,
    '',
    ({ most }: { readonly most: number }) =>
      `Tables of at most ${most} rows can be compared. Print fewer rows in both runs.`,
  ),
  runFileTooLarge: row(
    507,
    '',
    ({ name }: { readonly name: string }) =>
      `The file ${name} is larger than the results of a run may be. Print fewer rows or columns.`,
  ),
  runDiskFull: row(
    507,
    'REST-12003',
    () =>
      'The query ran, but its result could not be kept: the disk is full. Free some space on the machine of the workspace.',
  ),
  parquetTooWide: row(
    400,
    'REST-4000',
    ({ most }: { most: number }) => `A table of more than ${most} columns cannot be saved as Parquet.`,
    'Save it as CSV or JSON.',
  ),
  callAnswerTooLarge: row(
    400,
    'REST-4000',
    ({ mb }: { mb: number }) => `The answer has more than ${mb} MB, which a run of a call cannot keep.`,
    'Ask for less, by a filter or a limit, or run a query that prints the same.',
  ),
  tooManyEditorRuns: row(
    429,
    'REST-14000',
    ({ count }: { readonly count: number }) =>
      `${count} of your runs have not ended, as many as one person may have. Wait for one of them, or cancel one.`,
  ),
  tooManyEditorRunsOfAll: row(
    429,
    'REST-14000',
    ({ count }: { readonly count: number }) =>
      `${count} runs have not ended, as many as the workspace takes. Try again later.`,
  ),
  workspaceStops: row(503, 'REST-12001', () => 'The workspace is being stopped. Try again in a moment.'),
  stillRunning: row(409, 'REST-30001', () => 'The query is still running.', 'Ask again, or abort it.'),
  urlPattern: row(
    400,
    'REST-30001',
    ({ pattern }: { readonly pattern: string }) =>
      `The parameter "url" is not a regular expression: '${pattern}'.`,
  ),
  answerTooLarge: chosen(
    400,
    'REST-4000',
    'an answer that is larger than the limit',
    'Print less, or raise the limit with the header RESPONSE-LIMIT.',
  ),
  parameterIndex: row(
    400,
    'REST-30000',
    ({ name, most }: Named & { readonly most: number }) =>
      `The parameter ${name} has an index above ${most}.`,
  ),
  parameterType: row(
    400,
    'REST-30000',
    ({ name }: Named) => `The vertex type of parameter ${name} is missing: give ${name}.type.`,
  ),
  parameterTwice: row(
    400,
    'REST-30000',
    ({ name, type }: Named & { readonly type: string }) =>
      `The parameter ${name} of type ${type} is given more than once.`,
  ),
  parameterNotObject: row(
    400,
    'REST-30000',
    ({ name }: Named) => `The parameter ${name} must be a JSON object.`,
  ),
  parameterWithoutId: row(
    400,
    'REST-30000',
    ({ name }: Named) => `${name}: 'id' is not found in the VERTEX parameter.`,
  ),

  // Loading, schema change jobs, files and settings
  noLoadingJob: row(
    404,
    '',
    ({ name, graph }: OfGraph) => `The loading job '${name}' does not exist in graph '${graph}'.`,
  ),
  restppNoLoadingJob: row(
    400,
    'REST-30001',
    ({ name, graph }: OfGraph) => `The loading job '${name}' does not exist in graph '${graph}'.`,
  ),
  noFileOfJob: row(
    400,
    '',
    ({ name, file, known }: Named & { readonly file: string; readonly known: string }) =>
      `The loading job '${name}' has no file '${file}'; it has: ${known}.`,
  ),
  restppNoFileOfJob: row(
    400,
    'REST-30001',
    ({ name, file, known }: Named & { readonly file: string; readonly known: string }) =>
      `The loading job '${name}' has no file '${file}'; it has: ${known}.`,
  ),
  noLoad: row(
    400,
    '',
    ({ id }: { readonly id: string }) => `There is no run of a loading job with id '${id}'.`,
  ),
  loadEnded: row(409, '', () => 'The loading job has ended already.'),
  loadFailed: chosen(400, 'REST-30000', 'a load that failed'),
  noSchemaJob: row(404, '', ({ name }: Named) => `The schema change job '${name}' does not exist.`),
  noSchemaJobOfGraph: row(
    404,
    '',
    ({ name, graph }: OfGraph) => `The schema change job '${name}' does not exist in the graph '${graph}'.`,
  ),
  statementRefused: chosen(400, '', 'a statement of GSQL that cannot be read'),
  noDataSource: row(404, '', ({ name }: Named) => `The data source '${name}' does not exist.`),
  dataSourceQuotes: row(400, '', () => 'The "config" cannot hold three quotes in a row.'),
  noFile: row(404, '', ({ name }: Named) => `There is no uploaded file '${name}'.`),
  fileName: row(400, '', ({ name, why }: Named & { readonly why: string }) => `'${name}': ${why}`),
  fileTooLarge: row(413, '', ({ most }: { readonly most: string }) => `The file is larger than ${most}.`),
  uploadPart: row(
    400,
    '',
    ({ why }: { readonly why: string }) => `The address of the part is not valid: ${why}`,
  ),
  uploadsTooMany: row(
    429,
    '',
    ({ most }: { readonly most: string }) => `${most} uploads are under way already. Try again later.`,
  ),
  uploadBusy: row(
    409,
    '',
    ({ id }: { readonly id: string }) => `Another part of the upload '${id}' is being received.`,
  ),
  uploadOffset: row(
    409,
    '',
    ({ expected, given }: { readonly expected: string; readonly given: string }) =>
      `The next part begins at byte ${expected}, not at ${given}.`,
  ),
  uploadHash: row(
    409,
    '',
    ({ offset }: { readonly offset: string }) =>
      `The part at byte ${offset} is not what its hash says: it was cut or changed on its way. Send it again.`,
  ),
  uploadUnfinished: row(
    409,
    '',
    ({ received, size }: { readonly received: string; readonly size: string }) =>
      `The upload has ${received} of ${size} bytes.`,
  ),
  noFunctionFile: row(
    404,
    '',
    ({ name, known }: Named & { readonly known: string }) =>
      `There is no file of user-defined functions '${name}'; there are: ${known}.`,
  ),
  noService: row(
    400,
    '',
    ({ name, known }: Named & { readonly known: string }) =>
      `There is no service '${name}'; there are: ${known}.`,
  ),
  noSetting: row(400, '', ({ key }: { readonly key: string }) => `There is no configuration key '${key}'.`),
  settingInvalid: row(
    400,
    '',
    ({ key, why }: { readonly key: string; readonly why: string }) => `${key}: ${why}`,
  ),
} as const satisfies ErrorRows;

export type WorkspaceErrors = typeof WORKSPACE_ERRORS;
export type WorkspaceErrorId = keyof WorkspaceErrors;
