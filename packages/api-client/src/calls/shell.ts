/** Calls of a workspace that run statements of GSQL. */
import { parseJson } from '@acacia/base';
import { GsqlCommandMessage } from '@acacia/contract';
import { WorkspaceError } from '../workspace-error.ts';
import { callTo, graphOf } from '../workspace-paths.ts';
import { serverSentEvents, type CallOptions } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

export function shellCalls({ transport }: Sending) {
  async function* gsqlCommand(
    command: string,
    { graph, signal }: CallOptions & { readonly graph: string | null },
  ): AsyncGenerator<GsqlCommandMessage> {
    const response = await transport.response({
      ...callTo('POST /api/gsql-command'),
      json: { command, cookie: { graph, fromGsqlServer: true } },
      signal,
    });
    let ended = false;
    for await (const data of serverSentEvents(response)) {
      const item = GsqlCommandMessage.parse(parseJson(data));
      ended = item.done;
      yield item;
    }
    if (!ended && signal?.aborted !== true) {
      throw new WorkspaceError(0, '', 'The connection to the workspace was lost before the command ended.');
    }
  }

  return {
    /** Runs shell statements and returns their whole output. */
    statements: (text: string, options: CallOptions & { graph?: string | null } = {}) =>
      transport.text({
        ...callTo('POST /gsql/v1/statements'),
        query: { graph: graphOf(options.graph ?? null) },
        text,
        signal: options.signal,
      }),
    /** Runs shell statements; output comes as it is written. Leaving the loop or aborting cancels them. */
    gsqlCommand,
  };
}
