/** The log of the workspace: one JSON object a line, in words useful to a person, without secrets. */
import type { LOG_COMPONENTS } from '@acacia/contract';
import pino, { type DestinationStream, type Logger } from 'pino';

export type LogComponent = (typeof LOG_COMPONENTS)[number];

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
  return pino(options, into ?? pino.destination(json ? 1 : 2));
}

/** Every line names the part that it comes from. */
export const componentLogger = (logger: Logger, component: LogComponent): Logger =>
  logger.child({ component });
