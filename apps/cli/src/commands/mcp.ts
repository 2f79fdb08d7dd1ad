/** `acacia mcp`: tools for an assistant, over standard input and output. */
import { Command } from 'commander';
import { connect } from '../session/connection.ts';
import type { Terminal } from '../terminal.ts';
import type { CommonOptions } from '../verbs/verb.ts';

interface McpOptions extends CommonOptions {
  readonly write?: boolean;
}

export function mcpCommand(terminal: Terminal): Command {
  const command = new Command('mcp')
    .description('Serve the calls as tools of the Model Context Protocol, over standard input and output')
    .option('--write', 'With tools that change something too.');
  return command.action(async () => {
    const { server: address, write = false } = command.optsWithGlobals<McpOptions>();
    const connection = await connect(terminal, address);
    // Read here: it takes a while, and no other command needs it.
    const [{ serveStdio }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../mcp/server.ts'),
    ]);
    serveStdio(() => createMcpServer(connection, write), {
      onerror: (error) => terminal.err(`${error.message}\n`),
    });
  });
}
