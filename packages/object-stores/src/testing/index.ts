export { startTestAzure, type TestAzure } from './azure-server.ts';
export { startTestGcs, type TestGcs } from './gcs-server.ts';
export { startTestS3, type TestS3 } from './s3-server.ts';
export { ranged, serve, type Reply } from './serve.ts';
