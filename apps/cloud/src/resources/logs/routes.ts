/** Handlers of calls on collected logs of workspaces. */
import type { HandlersOf } from '../../http/call.ts';
import { badField } from '../../errors/problem.ts';
import type { LogCollector } from '../../logs/collector.ts';
import { distinctOf, linesAfter, searchLogs } from './search.ts';

const listOf = (text: string): string[] => text.split(',').filter((part) => part !== '');

export const logHandlers = (
  collector: Pick<LogCollector, 'follow'>,
): HandlersOf<'listLogComponents' | 'listLogHosts' | 'searchLogs' | 'tailLogs'> => ({
  listLogComponents: ({ params, db }) => distinctOf(db, params.workspace_id, 'component'),
  listLogHosts: ({ params, db }) => distinctOf(db, params.workspace_id, 'host'),

  searchLogs: ({ params, body, db }) => {
    if (body.from > body.to) throw badField('from', 'rangeOfTime');
    return searchLogs(db, params.workspace_id, body);
  },

  tailLogs: async ({ params, query, db }) => {
    const { workspace_id } = params;
    const filter = { ...query, hosts: listOf(query.hosts), components: listOf(query.components) };
    const until = Date.now() + query.wait * 1000;
    const stored = collector.follow(workspace_id);
    try {
      for (;;) {
        const found = await linesAfter(db, workspace_id, query.after, filter);
        const left = until - Date.now();
        if (query.after === undefined || found.logs.length > 0 || left <= 0) return found;
        await stored.next(left);
      }
    } finally {
      stored.end();
    }
  },
});
