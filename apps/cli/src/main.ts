#!/usr/bin/env node
/** The command line of Acacia. */
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { run } from './program.ts';
import type { Terminal } from './terminal.ts';

const { stdin, stdout, stderr, env } = process;

const terminal: Terminal = {
  env,
  // npm runs scripts in the folder of the package, and says where it was called.
  folder: env['INIT_CWD'] ?? process.cwd(),
  columns: stdout.isTTY ? stdout.columns : undefined,
  isInteractive: stdin.isTTY && stderr.isTTY,
  out: (part) => void stdout.write(part),
  err: (part) => void stderr.write(part),
  readInput: () => text(stdin),
  async ask(question) {
    const lines = createInterface({ input: stdin, output: stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
};

// A reader that has seen enough, as `head`, closes the pipe.
stdout.on('error', () => process.exit(0));
process.exitCode = await run(terminal, process.argv.slice(2));
