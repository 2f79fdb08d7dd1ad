/** A server of the Model Context Protocol over the table of calls (docs/adr/0095-tools-for-assistants.md). */
import { fromJsonSchema, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { told } from '../failure.ts';
import type { Connection } from '../session/connection.ts';
import { toolsOf, type Tool } from './tools.ts';

const answer = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError ? { isError } : {}),
});

/** A refusal is an answer to the model, which may ask otherwise. */
async function run(tool: Tool, connection: Connection, given: unknown): Promise<CallToolResult> {
  try {
    return answer(await tool.run(connection, given as Readonly<Record<string, unknown>>));
  } catch (error) {
    return answer(told(error), true);
  }
}

/** @param canWrite whether there are tools that change something */
export function createMcpServer(connection: Connection, canWrite: boolean): McpServer {
  const server = new McpServer(
    { name: 'acacia', version: '0.1.0' },
    {
      instructions:
        'Tools are calls of a graph-database cloud, made with the roles of one account. Begin with workgroups_list, which has the ids of workgroups and workspaces.',
    },
  );
  for (const tool of toolsOf(canWrite)) {
    server.registerTool(
      tool.name,
      {
        description: tool.about,
        inputSchema: fromJsonSchema(tool.input),
        annotations: {
          readOnlyHint: tool.isReadOnly,
          destructiveHint: tool.isDestructive,
          openWorldHint: false,
        },
      },
      (given: unknown) => run(tool, connection, given),
    );
  }
  return server;
}
