import type { ErrorDetail } from '@acacia/contract';

/** A refusal or failure of the cloud API. `status` 0: the API was not reached. */
export class CloudError extends Error {
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string;
  /** With 412 the thing as it stands; null otherwise. */
  readonly standing: unknown;
  constructor(
    status: number,
    message: string,
    details: readonly ErrorDetail[] = [],
    requestId = '',
    standing: unknown = null,
  ) {
    super(message);
    this.name = 'CloudError';
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.standing = standing;
  }
}
