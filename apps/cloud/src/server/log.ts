/** The log: everything as JSON in a file, what a person should see as short lines on stdout. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import { putAsideWhenLarge } from '../home/rotate.ts';
import { createOwnLines, type OwnLines } from '../logs/own-lines.ts';
import type { Settings } from '../settings.ts';

export interface Log {
  readonly log: Logger;
  /** What was said about workspaces, for their collected logs. */
  readonly ownLines: OwnLines;
  /** Says something to the person at the terminal; it stands in the file as well. */
  readonly say: (line: string) => void;
  /** Says something to the person at the terminal alone: it is a secret. */
  readonly show: (lines: string) => void;
  /** Writes out what is held back. */
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
