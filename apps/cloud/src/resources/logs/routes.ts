/** Handlers of calls on the logs of workspaces: those that are collected, and the file of each. */
import type { HandlersOf } from '../../http/call.ts';
import { badField } from '../../errors/problem.ts';
import type { Driver } from '../../drivers/driver.ts';
import type { LogCollector } from '../../logs/collector.ts';
import { logFileText, readLogFile } from './log-file.ts';
import { distinctOf, linesAfter, searchLogs } from './search.ts';

const listOf = (text: string): string[] => text.split(',').filter((part) => part !== '');

export const logHandlers = (
  collector: Pick<LogCollector, 'follow'>,
  driver: Pick<Driver, 'logs'>,
): HandlersOf<
  'listLogComponents' | 'listLogHosts' | 'searchLogs' | 'tailLogs' | 'readLogFile' | 'downloadLogFile'
> => ({
  listLogComponents: ({ params, db }) => distinctOf(db, params.workspace_id, 'component'),
  listLogHosts: ({ params, db }) => distinctOf(db, params.workspace_id, 'host'),

  searchLogs: ({ params, body, db }) => {
    if (body.from > body.to) throw badField('from', 'rangeOfTime');
    return searchLogs(db, params.workspace_id, body);
  },

  readLogFile: ({ params: { workspace_id }, query }) =>
    readLogFile(driver, workspace_id, { ...query, components: listOf(query.components) }),

  downloadLogFile: async ({ params: { workspace_id }, query }) => ({
    type: 'text/plain',
    name: `log-${workspace_id}.txt`,
    text: logFileText(driver, workspace_id, { ...query, components: listOf(query.components) }),
  }),

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
