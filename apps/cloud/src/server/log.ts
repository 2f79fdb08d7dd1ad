/** The log: all lines as JSON in a file, and short lines for people on stdout. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { pino, type Logger } from 'pino';
import { createOwnLines, type OwnLines } from '../logs/own-lines.ts';
import type { Settings } from '../settings.ts';
import { openLogFile } from './log-file.ts';

export interface Log {
  readonly log: Logger;
  /** Lines on workspaces, for their collected logs. */
  readonly ownLines: OwnLines;
  /** Prints a line at the terminal, and writes it to the file. */
  readonly say: (line: string) => void;
  /** Prints secrets at the terminal; they are not written to the file. */
  readonly show: (lines: string) => void;
  /** Has the system write the file's lines to the disk. */
  readonly flush: () => void;
}

const LOOK_AT_SIZE_MS = 60_000;

/**
 * An error for the log, without the values of its statement: they are texts of people, of any length, and secrets.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...rest }: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  delete rest['params'];
  let [told, trace] = [String(message), String(stack)];
  for (let next: unknown = error; next instanceof Error; next = next.cause) {
    if (!(next instanceof DrizzleQueryError)) continue;
    const values = `\nparams: ${String(next.params)}`;
    told = told.replaceAll(values, '');
    trace = trace.replaceAll(values, '');
  }
  return { type, message: told, stack: trace, ...rest };
}

/** Output that cannot be written is lost: the log file has it. */
function forget(): void {}

/** A warning or error as one line. */
const human = {
  write(line: string) {
    const { level, msg, err } = JSON.parse(line) as {
      level: number;
      msg?: string;
      err?: { message?: string };
    };
    const word = level >= 50 ? 'Error' : 'Warning';
    const why = err?.message === undefined ? '' : `: ${err.message}`;
    process.stdout.write(`${word}: ${msg ?? ''}${why}\n`);
  },
};

export function openLog(settings: Pick<Settings, 'home' | 'logLevel'>): Log {
  const folder = path.join(settings.home, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'cloud.log');
  // The output may be a file on the same disk, or a pipe whose reader is gone.
  if (!process.stdout.listeners('error').includes(forget)) process.stdout.on('error', forget);
  const ownLines = createOwnLines();
  const destination = openLogFile(file, {
    onError: ({ message }) =>
      process.stdout.write(`Warning: The log file cannot be written; its lines are lost: ${message}\n`),
    lost: (lines) =>
      `${JSON.stringify({
        level: pino.levels.values['warn'],
        time: new Date().toISOString(),
        pid: process.pid,
        msg: `${lines} lines before this one are missing: the file could not be written`,
      })}\n`,
  });
  setInterval(() => destination.rotate(), LOOK_AT_SIZE_MS).unref();
  const log = pino(
    {
      level: settings.logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
    },
    pino.multistream([
      { stream: destination, level: settings.logLevel },
      { stream: human, level: 'warn' },
      { stream: ownLines.stream, level: 'info' },
    ]),
  );
  return {
    log,
    ownLines,
    say(line) {
      process.stdout.write(`${line}\n`);
      log.info(line);
    },
    show: (lines) => void process.stdout.write(`${lines}\n`),
    flush: () => destination.sync(),
  };
}
