/** The log of the workspace: one JSON object a line, readable by a person, without secrets. */
import type { LOG_COMPONENTS } from '@acacia/contract';
import pino, { type DestinationStream, type Logger } from 'pino';

export type LogComponent = (typeof LOG_COMPONENTS)[number];

/** There is no other place to tell of it: lines are lost, and the data are served on. */
function forget(): void {}

/**
 * Drops output that nobody reads, or for which a disk has no room. pino's own destination would retry for ever at the
 * end of the process, which could then not exit when the control plane that read its output was killed.
 */
function droppingUnread(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!stream.listeners('error').includes(forget)) stream.on('error', forget);
  return stream;
}

/** Writes the lines of one turn of the event loop together: under load a system call costs more than a line. */
function byTurns(stream: NodeJS.WriteStream): DestinationStream {
  let isCorked = false;
  const uncork = (): void => {
    isCorked = false;
    process.removeListener('exit', uncork);
    stream.uncork();
  };
  return {
    write(line) {
      if (!isCorked) {
        isCorked = true;
        stream.cork();
        process.once('exit', uncork);
        setImmediate(uncork);
      }
      stream.write(line);
    },
  };
}

/**
 * `ACACIA_LOG=json`: every request and event on stdout. Otherwise warnings and errors alone, on stderr,
 * so that stdout holds the ready line.
 */
export function createLogger(setting: string | undefined, into?: DestinationStream): Logger {
  const json = setting === 'json';
  const options = {
    level: json ? 'info' : 'warn',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, into ?? byTurns(droppingUnread(json ? process.stdout : process.stderr)));
}

/** Every line names the part that it comes from. */
export const componentLogger = (logger: Logger, component: LogComponent): Logger =>
  logger.child({ component });
