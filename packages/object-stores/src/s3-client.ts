/** Clients of stores that speak S3, and readable messages of their errors. */
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { SourceNetwork } from './network/source-network.ts';

export interface S3ClientSettings {
  readonly region: string;
  /** Endpoint of a store other than Amazon's; its buckets are then parts of paths, not of host names. */
  readonly endpoint: string | null;
  /** Absent: the default chain of the AWS SDK. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** Requests go without a signature. */
  readonly anonymous?: boolean;
  /** The only way by which the store is reached; absent for a store that the operator chose. */
  readonly network?: SourceNetwork;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds without an answer or progress. */
const IDLE_TIMEOUT_MS = 120_000;

export function s3Client({
  region,
  endpoint,
  credentials,
  anonymous = false,
  network,
}: S3ClientSettings): S3Client {
  return new S3Client({
    region,
    followRegionRedirects: endpoint === null,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Without keys the SDK would look for those of the machine, and ask the network for them.
    ...(anonymous
      ? {
          credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
          signer: { sign: (request) => Promise.resolve(request) },
        }
      : {}),
    // Other stores do not know the newer checksums of the SDK.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      ...(network === undefined ? {} : { httpAgent: network.agents.http, httpsAgent: network.agents.https }),
    },
  });
}

/** The store's error with its code: its message alone is sometimes no more than `UnknownError`. */
export function explainedByS3(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  const said = error.message === '' || error.message === error.name ? '' : `: ${error.message}`;
  const { httpStatusCode } = error.$metadata;
  return new Error(`the store answered ${error.name} (${httpStatusCode ?? 'no status'})${said}`, {
    cause: error,
  });
}
