export { CloudError, createCloudClient } from './cloud-client.ts';
export type { CloudClient, CloudInput, CloudResult } from './cloud-client.ts';
export { createWorkspaceClient } from './workspace-client.ts';
export type { CallOptions, ListRequest, RunQueryOptions, WorkspaceClient } from './workspace-client.ts';
export type { DocumentKind, EdgePath } from './workspace-paths.ts';
export { notReached } from './not-reached.ts';
export { WorkspaceError } from './workspace-error.ts';
export type { UploadOptions, WorkspaceRequest } from './workspace-transport.ts';
