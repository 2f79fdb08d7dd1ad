/** Calls of a workspace about its server. */
import { Endpoints, HealthReport, ServiceStatuses, Statistics } from '@acacia/contract';
import { callTo } from '../workspace-paths.ts';
import type { CallOptions, WorkspaceRequest } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

export function serverCalls({ transport, results, message }: Sending) {
  return {
    ping: (options: CallOptions = {}) => message({ ...callTo('GET /api/ping'), ...options }),
    /** Text of TigerGraph's version table. */
    version: (options: CallOptions = {}) => message({ ...callTo('GET /restpp/version'), ...options }),
    serviceStatus: async (options: CallOptions = {}) => {
      const call = callTo('GET /informant/current-service-status');
      return ServiceStatuses.parse(await transport.json({ ...call, ...options })).ServiceStatusEvents;
    },
    checkHealth: (options: CallOptions = {}) =>
      results(HealthReport, { ...callTo('POST /api/health-check'), json: {}, ...options }),
    /** Any call of the workspace, e.g. from the list of endpoints. The answer is parsed JSON. */
    request: (request: WorkspaceRequest) => transport.json(request),
    /** Endpoints by `METHOD path`. */
    endpoints: (
      graph: string,
      kind: { builtin?: boolean; dynamic?: boolean } = {},
      options: CallOptions = {},
    ) =>
      results(Endpoints, {
        path: `/api${callTo('GET /restpp/endpoints').path}`,
        query: { graph, ...kind },
        ...options,
      }),
    statistics: async (graph: string, seconds = 10, options: CallOptions = {}) =>
      Statistics.parse(
        await transport.json({
          ...callTo('GET /restpp/statistics/:graph', { graph }),
          query: { seconds },
          ...options,
        }),
      ),
  };
}
