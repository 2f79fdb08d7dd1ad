export { CloudError, createCloudClient } from './cloud-client.ts';
export type { CloudClient, CloudInput, CloudResult } from './cloud-client.ts';
