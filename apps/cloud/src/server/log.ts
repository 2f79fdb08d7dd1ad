/** The log: all lines as JSON in a file, and short lines for people on stdout. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import { putAsideWhenLarge } from '../home/rotate.ts';
import { createOwnLines, type OwnLines } from '../logs/own-lines.ts';
import type { Settings } from '../settings.ts';

export interface Log {
  readonly log: Logger;
  /** Lines on workspaces, for their collected logs. */
  readonly ownLines: OwnLines;
  /** Prints a line at the terminal, and writes it to the file. */
  readonly say: (line: string) => void;
  /** Prints secrets at the terminal; they are not written to the file. */
  readonly show: (lines: string) => void;
  /** Writes buffered lines to the file. */
  readonly flush: () => void;
}

const LOOK_AT_SIZE_MS = 60_000;

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

export function openLog(settings: Settings): Log {
  const folder = path.join(settings.home, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'cloud.log');
  putAsideWhenLarge(file);
  const ownLines = createOwnLines();
  const destination = pino.destination({ dest: file, sync: true, mode: 0o600 });
  setInterval(() => {
    if (putAsideWhenLarge(file)) destination.reopen();
  }, LOOK_AT_SIZE_MS).unref();
  const log = pino(
    { level: settings.logLevel, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
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
    flush: () => destination.flushSync(),
  };
}
