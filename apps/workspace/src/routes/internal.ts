/** What the control plane asks of a workspace that it runs. */
import {
  InternalCopy,
  type InternalChecksums,
  type InternalCopied,
  type InternalStatus,
} from '@acacia/contract';
import type { Register } from '../http/calls.ts';
import { clientGone } from '../http/client-gone.ts';
import { jsonBody } from '../http/request-body.ts';
import type { Services } from '../services.ts';

export function internalRoutes(on: Register, { engine, counters, totals, kept, readOnly }: Services): void {
  on('GET /internal/status', async (): Promise<InternalStatus> => {
    const { lastActivityAt, ...counts } = engine.activity();
    const known = await totals();
    return {
      activity: { ...counts, lastActivityAt: lastActivityAt.toISOString() },
      memory: { ...engine.memory(), processBytes: process.memoryUsage.rss() },
      startedAt: counters.startedAt.toISOString(),
      counters: counters.read(),
      vertexCount: known?.vertices ?? null,
      edgeCount: known?.edges ?? null,
      readOnly,
    };
  });

  on('GET /internal/checksums', async (): Promise<InternalChecksums> => {
    const { catalog, types } = await engine.checksums();
    return { catalog, types: [...types] };
  });

  on('POST /internal/copy', (request, reply): Promise<InternalCopied> => {
    const { folder } = jsonBody(request, InternalCopy);
    return engine.copyTo(folder, {
      beside: (copy) => kept.copyTo(copy),
      signal: clientGone(reply),
    });
  });
}
