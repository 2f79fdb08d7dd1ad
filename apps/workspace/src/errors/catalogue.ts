/**
 * Every error that the workspace server itself answers on purpose: status, code (TigerGraph's, '' where it has none),
 * sentence, and advice where the sentence does not give it. The engine has a catalogue of its own. Listed in
 * `docs/guides/errors.md`.
 */
import type { ErrorRows } from '@acacia/base';
import { READ_ONLY_MESSAGE } from '@acacia/engine';

const row = <Text extends (params: never) => string>(
  status: number,
  code: string,
  text: Text,
  help?: string,
) => ({ status, code, text, ...(help === undefined ? {} : { help }) });

/** A row whose sentence a rule elsewhere chooses. `about`: subject of the sentence. */
const chosen = (status: number, code: string, about: string, help?: string) => ({
  ...row(status, code, ({ reason }: { readonly reason: string }) => reason, help),
  about,
});

interface Named {
  readonly name: string;
}
interface OfGraph extends Named {
  readonly graph: string;
}
interface Placed {
  /** Position in the body: `vertices.Person.1.age`. */
  readonly where: string;
}

export const WORKSPACE_ERRORS = {
  // Who asks
  nobody: row(
    401,
    'REST-10016',
    () => "Access Denied because the input token = '' is empty or too short.",
    'Send a user and password (Basic), a token (Bearer) or a secret (GSQL-Secret) as Authorization.',
  ),
  passwordWrong: row(401, 'REST-10016', () => 'The username or password is incorrect, please try again!'),
  shellPasswordWrong: row(401, 'REST-10016', () => 'Wrong password!'),
  tokenRefused: row(
    401,
    'REST-10016',
    ({ why }: { readonly why: string }) => `Access Denied because the input token ${why}.`,
    'Ask for a new token with POST /gsql/v1/tokens.',
  ),
  secretWrong: row(401, 'REST-10016', () => 'The secret is not valid.'),
  authorizationUnknown: row(
    401,
    'REST-10016',
    () => 'Authorization must be "Basic", "Bearer" or "GSQL-Secret" with what belongs to it.',
  ),
  tooManyGuesses: row(
    429,
    'REST-10016',
    ({ wait }: { readonly wait: string }) => `Too many wrong passwords. Try again in ${wait}.`,
  ),
  passwordsBusy: chosen(
    503,
    'REST-14000',
    'too many passwords that are being checked',
    'Try again in some seconds.',
  ),
  peopleNotKnown: row(
    503,
    'REST-14000',
    () => 'The workspace has just started and does not know yet who has access. Try again in a moment.',
  ),
  noOrganisation: row(409, '', () => 'This workspace belongs to no organisation.'),
  controlPlaneOnly: row(403, '', () => 'Only the control plane may ask this.'),
  privilegeMissing: row(
    403,
    'REST-10016',
    ({ name, privilege }: Named & { readonly privilege: string }) =>
      `User '${name}' does not have the privilege ${privilege} that this needs.`,
    'Ask a superuser of the workspace to grant it, or a role that has it.',
  ),
  notSuperuser: row(
    403,
    'REST-10016',
    ({ name }: Named) => `User '${name}' is not a superuser of this workspace, which this needs.`,
  ),
  noAccessOfTheirOwn: row(
    403,
    'REST-10016',
    ({ name }: Named) => `"${name}" has no access to this workspace of their own.`,
    'An administrator of the organisation gives them a role in the workspace.',
  ),
  readOnly: row(
    403,
    'READ-ONLY',
    () => READ_ONLY_MESSAGE,
    'Change it in the read-write workspace, then update this one.',
  ),
  tokenOfOtherGraph: row(
    403,
    'REST-10016',
    ({ own, graph }: { readonly own: string; readonly graph: string }) =>
      `This token is for graph '${own}', not for '${graph}'.`,
  ),
  tokenOfOneGraph: row(
    403,
    'REST-10016',
    ({ graph }: { readonly graph: string }) => `This token is for graph '${graph}' alone.`,
  ),
  statementsNeedWholeToken: row(
    403,
    'REST-10016',
    ({ graph }: { readonly graph: string }) =>
      `This token is for graph '${graph}' alone: GSQL statements need one for everything.`,
  ),
  secretsNeedWholeToken: row(403, 'REST-10016', () => 'A token for one graph cannot make secrets.'),
  secretsOfOthers: row(403, 'REST-10016', () => 'Only superusers make secrets for others.'),

  // Users, roles, secrets and tokens
  // The console looks for "doesn't exist" (specification part 3, section 8).
  noUser: row(404, '', ({ name }: Named) => `The user "${name}" doesn't exist.`),
  noUserOrRole: row(404, '', ({ name }: Named) => `There is no role and no user "${name}".`),
  userThere: row(409, '', ({ name }: Named) => `The user "${name}" already exists.`),
  userName: row(400, '', ({ reason }: { readonly reason: string }) => `username: ${reason}`),
  tooManyUsers: row(
    409,
    '',
    ({ most }: { readonly most: number }) => `There are ${most} users in this workspace. Drop some first.`,
  ),
  memberName: row(
    400,
    '',
    ({ name }: Named) =>
      `"${name}" cannot be made here: names with @ are those of the organisation's members.`,
  ),
  superuserOnly: row(
    403,
    '',
    ({ name }: Named) => `"${name}" is a superuser: only superusers change or drop them.`,
  ),
  userStays: row(400, '', ({ name }: Named) => `The user "${name}" cannot be dropped.`),
  passwordRefused: chosen(400, '', 'a password that is too short or easy to guess'),
  passwordElsewhere: row(
    404,
    '',
    ({ name }: Named) => `The password of '${name}' is not kept here: they sign in to the organisation.`,
  ),
  roleName: row(
    400,
    '',
    ({ name }: Named) => `"${name}" cannot be the name of a role.`,
    'A name begins with a letter and has letters, digits and underscores.',
  ),
  noRole: row(404, '', ({ name }: Named) => `The role "${name}" does not exist.`),
  roleThere: row(409, '', ({ name }: Named) => `The role "${name}" already exists.`),
  roleNamedAsUser: row(
    409,
    '',
    ({ name }: Named) => `"${name}" is the name of a user: a role needs another.`,
  ),
  roleBuiltIn: row(400, '', ({ name }: Named) => `The role "${name}" is built in and cannot be dropped.`),
  roleFixed: row(
    400,
    '',
    ({ name }: Named) => `The role "${name}" is built in: what it may do stays as it is.`,
    'Make a role of your own with CREATE ROLE.',
  ),
  roleNotHeld: row(
    400,
    '',
    ({ user, role }: { readonly user: string; readonly role: string }) =>
      `The user "${user}" does not have the role "${role}" here.`,
  ),
  roleIsGlobal: row(
    400,
    '',
    ({ name }: Named) => `The role "${name}" is a global one: it is granted without ON GRAPH.`,
  ),
  roleOfGraph: row(
    400,
    '',
    ({ name, graph }: OfGraph) => `The role "${name}" is one of the graph '${graph}' alone.`,
  ),
  privilegeIsGlobal: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) =>
      `The privilege ${privilege} is one of the global scope alone.`,
  ),
  privilegesNotHeld: row(400, '', ({ name }: Named) => `"${name}" does not have these privileges here.`),
  noPrivilege: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) => `There is no privilege ${privilege}.`,
  ),
  privilegeOnTypes: row(
    400,
    '',
    () => 'Privileges on single types and attributes are not supported: grant them on ALL DATA.',
  ),
  privilegeOnSingle: row(
    400,
    '',
    ({ what }: { readonly what: string }) => `Privileges on a single ${what} are not supported: use ALL.`,
  ),
  privilegeWithIn: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) =>
      `${privilege} is granted ON GRAPH or ON GLOBAL; IN is for verbs such as READ.`,
  ),
  privilegeOnQueryWithoutGraph: row(400, '', () => 'A query is of a graph: say IN GRAPH.'),
  privilegeOnAllQueries: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) => `${privilege} is granted on ALL QUERIES, not on one.`,
  ),
  privilegeOnOneQuery: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) =>
      `${privilege} is about one query: GRANT … ON QUERY grants it.`,
  ),
  privilegeOnNoQueries: row(
    400,
    '',
    () => 'There are no such queries yet: privileges on queries are for those that are there.',
  ),
  grantOnUnknownQuery: row(
    400,
    '',
    ({ name, graph }: OfGraph) => `The query '${name}' does not exist in graph '${graph}'.`,
  ),
  grantOnUnknownGraph: row(
    400,
    '',
    ({ graph }: { readonly graph: string }) => `The graph '${graph}' does not exist.`,
  ),
  notOfWorkspaces: row(
    400,
    '',
    ({ words }: { readonly words: string }) =>
      `${words} cannot be done here: tokens are asked for by POST /gsql/v1/tokens, and groups are of the organisation.`,
  ),
  noSecretOfAlias: row(
    404,
    '',
    ({ alias }: { readonly alias: string }) => `The secret with alias '${alias}' does not exist.`,
  ),
  noSecret: row(404, '', ({ name }: Named) => `The secret '${name}' does not exist.`),
  secretThere: row(
    409,
    '',
    ({ alias }: { readonly alias: string }) => `The secret with alias '${alias}' already exists.`,
  ),
  tooManySecrets: row(
    409,
    '',
    ({ most }: { readonly most: number }) => `There are ${most} secrets of yours. Drop some first.`,
  ),
  secretValueGiven: row(
    400,
    'REST-30000',
    () => 'value: the workspace makes the values of secrets. Leave it out.',
  ),
  noToken: row(404, 'REST-10016', () => 'The token is not valid.'),
  tokensMissing: row(400, '', () => 'tokens: the tokens to drop are missing.'),
  tokenNotGood: row(400, '', ({ why }: { readonly why: string }) => `The token ${why}.`),

  // Any request
  bodyInvalid: chosen(
    400,
    'REST-30000',
    'fields of the body or parameters that are not as the call has them',
  ),
  textNotStorable: chosen(
    400,
    'REST-30000',
    'a text with characters that no database keeps as they are',
    'Leave them out.',
  ),
  schemaInvalid: chosen(400, '', 'a type, an attribute or a default of a schema in JSON that is none'),
  restppJsonInvalid: row(
    400,
    'REST-10001',
    ({ why }: { readonly why: string }) => `The body is not valid JSON: ${why}.`,
  ),
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
  noVertexType: row(
    400,
    'REST-2004',
    ({ name, graph }: OfGraph) => `The vertex type '${name}' does not exist in graph '${graph}'.`,
  ),
  noEdgeType: row(
    400,
    'REST-2005',
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
  noEndpoint: row(
    404,
    'REST-1000',
    ({ url }: { readonly url: string }) =>
      `Endpoint is not found from url = ${url}, please use GET /endpoints to list all valid endpoints.`,
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
