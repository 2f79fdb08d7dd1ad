/** Calls of the control plane to a workspace that it runs. */
import {
  InternalCopy,
  InternalPeople,
  type InternalChecksums,
  type InternalCopied,
  type InternalStatus,
} from '@acacia/contract';
import { tellPeople } from '../auth/departures.ts';
import type { Register } from '../http/calls.ts';
import { clientGone } from '../http/client-gone.ts';
import { jsonBody } from '../http/request-body.ts';
import { newestLoads } from '../newest-loads.ts';
import type { Services } from '../services.ts';

export function internalRoutes(on: Register, services: Services): void {
  const { engine, book, counters, credentials, runs, underWay, totals, kept, log, readOnly } = services;

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
      loads: readOnly ? [] : newestLoads(engine),
    };
  });

  on('GET /internal/checksums', async (): Promise<InternalChecksums> => {
    const { catalog, types } = await engine.checksums();
    return { catalog, types: [...types] };
  });

  on('PUT /internal/people', async (request) => {
    const { people } = jsonBody(request, InternalPeople);
    const roleOf = (name: string) => credentials.people.roleOf(name);
    const lacksFactor = (name: string) => credentials.people.lacksFactor(name);
    const before = new Map(credentials.people.names().map((name) => [name, roleOf(name)]));
    const told = tellPeople(credentials, people, (sentence) => log.warn(sentence));
    const hasLess = (name: string): boolean =>
      lacksFactor(name) ||
      (before.has(name) && roleOf(name) !== before.get(name) && roleOf(name) !== 'superuser');
    // Runs and requests have the rights with which they began.
    runs.cancel(({ owner }) => hasLess(owner));
    underWay.end(hasLess);
    await Promise.all([told, book.endOf(hasLess)]);
    return {};
  });

  on('POST /internal/copy', (request, reply): Promise<InternalCopied> => {
    const { folder } = jsonBody(request, InternalCopy);
    return engine.copyTo(folder, {
      beside: (copy) => kept.copyTo(copy),
      signal: clientGone(reply),
    });
  });
}
