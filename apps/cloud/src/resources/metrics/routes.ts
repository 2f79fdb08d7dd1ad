/** Handler of the call on metrics of workspaces. */
import type { HandlersOf } from '../../http/call.ts';
import { seriesOf } from './series.ts';

export const metricsHandlers: HandlersOf<'getMetrics'> = {
  getMetrics: async ({ db, params, query }) =>
    seriesOf(db, params.workspace_id, new Date(query.from), new Date(query.to), new Date()),
};
