/** Calls of the admin portal that no other call answers: the health check, and the slow queries. */
import type { HealthReport } from '@acacia/contract';
import { checkHealth } from '../health/check.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import type { Services } from '../services.ts';

export function healthRoutes(on: Register, services: Services): void {
  /** One check at a time: who asks meanwhile gets the same answer. */
  let underWay: Promise<HealthReport> | undefined;
  const report = async (): Promise<HealthReport> => {
    const checks = await checkHealth(services);
    return { checkedAt: new Date().toISOString(), checks };
  };
  on('POST /api/health-check', async () => {
    underWay ??= report().finally(() => {
      underWay = undefined;
    });
    return gsql(await underWay);
  });

  on('GET /api/slow-queries', (request) => {
    const caller = callerOf(request);
    return gsql(
      services.counters.slowQueries
        .list()
        .filter(({ graph, query }) => caller.may('READ_QUERY', { graph, query })),
    );
  });
}
