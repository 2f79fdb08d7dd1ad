/** Sends the calls of a workspace and reads their envelopes. */
import { GsqlEnvelope, RestppEnvelope } from '@acacia/contract';
import type { z } from 'zod';
import type { Transport, WorkspaceRequest } from '../workspace-transport.ts';

export interface Sending {
  readonly transport: Transport;
  /** The results in an answer's envelope, and its message. */
  readonly results: <T extends z.ZodType>(schema: T, request: WorkspaceRequest) => Promise<z.output<T>>;
  readonly message: (request: WorkspaceRequest) => Promise<string>;
}

export function sendingBy(transport: Transport): Sending {
  return {
    transport,
    results: async (schema, request) =>
      schema.parse(RestppEnvelope.parse(await transport.json(request)).results),
    message: async (request) => GsqlEnvelope.parse(await transport.json(request)).message,
  };
}
