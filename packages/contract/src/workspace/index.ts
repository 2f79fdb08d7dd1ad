export * from './envelope.ts';
export * from './auth.ts';
export * from './rights.ts';
export * from './graph-schema.ts';
export * from './graph-data.ts';
export * from './traversals.ts';
export * from './edits.ts';
export * from './queries.ts';
export { answerForm, CALL_GROUPS, callNamed, workspaceApi, type CallName } from './calls/api.ts';
export type { AnswerForm, Requirement, WorkspaceCall } from './calls/call.ts';
export { builtinEndpoints, offeredEndpoints, type BuiltinEndpoint } from './calls/endpoints.ts';
export { canonicalUrl, PREFIXES } from './calls/prefixes.ts';
export { GrantDataSource, RejectedParameters, SampleData } from './calls/loading.ts';
export { KStepRequest, SearchVertexRequest } from './calls/data.ts';
export {
  CreateScimGroup,
  CreateScimUser,
  ExpiredTokens,
  Login,
  MOST_DATABASE_USERS,
  PatchScimGroup,
  PatchScimUser,
  SCIM_GROUP,
  SCIM_USER,
  ScimList,
  type ScimMember,
} from './calls/access.ts';
export { ServiceStatuses, ServiceStatusRequest, type ServiceStatus } from './calls/server.ts';
export {
  AddIndexes,
  AlterOneType,
  ChangeEdgeTypes,
  ChangeVertexTypes,
  CreateTuples,
  ExportBody,
  HistogramParameters,
  ImportBody,
  PutFunctionFiles,
} from './calls/schema.ts';
export { AbortedQueries, RunQueryRequest } from './calls/queries.ts';
export { StatementParameters } from './calls/shell.ts';
export * from './runs.ts';
export * from './loading.ts';
export * from './sampling.ts';
export * from './data-profile.ts';
export * from './permissions.ts';
export * from './graph-styles.ts';
export * from './connections.ts';
export * from './internal.ts';
export * from './config.ts';
export * from './health.ts';
export * from './copilot.ts';
