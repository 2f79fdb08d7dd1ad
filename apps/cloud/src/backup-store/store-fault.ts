/**
 * Words errors of the store of backups for people. The store's own text is not shown: it may hold addresses and keys,
 * or anything else that the store's operator wants to be read.
 */

/** An error of the store; the message is for people, the cause for the log. */
export class StoreFault extends Error {
  constructor(why: string, cause: unknown) {
    super(`The store of backups ${why}.`, { cause });
    this.name = 'StoreFault';
  }
}

const NOT_REACHED = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  'TimeoutError',
]);
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
/** Error codes of Amazon S3 and compatible services. */
const FULL = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientStorage',
]);

/** The fields used of the SDK's errors. */
interface Thrown {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

function why(error: Thrown): string {
  const names = [error.name, error.code].filter((each) => typeof each === 'string');
  const status = error.$metadata?.httpStatusCode;
  if (names.includes('NoSuchBucket')) return 'has no such bucket as ACACIA_BACKUPS names';
  if (names.some((name) => FULL.has(name)) || status === 507) return 'is full';
  if (names.includes('CredentialsProviderError'))
    return 'cannot be asked without credentials, and there are none';
  if (status === 401 || status === 403) return 'refused the credentials of Acacia';
  if (status === 429 || status === 503) return 'has too much to do at this moment';
  if (status !== undefined && status >= 300) return `failed (status ${status})`;
  if (names.some((name) => NOT_REACHED.has(name))) return 'could not be reached';
  if (names.some((name) => BROKEN_OFF.has(name))) return 'broke off the connection';
  return 'failed';
}

/**
 * @param error the error that the store's client threw
 * @param cause the same error in the form for the log
 */
export const storeFault = (error: unknown, cause: unknown): StoreFault =>
  new StoreFault(why(error instanceof Error ? error : {}), cause);
