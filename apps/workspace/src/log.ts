import pino, { type Logger } from 'pino';

/**
 * `ACACIA_LOG=json`: every request and event as JSON lines on stdout. Otherwise warnings and errors
 * alone, on stderr, so that stdout holds the ready line.
 */
export const createLogger = (setting: string | undefined): Logger =>
  setting === 'json'
    ? pino({ level: 'info', serializers: { req: loggedRequest } })
    : pino({ level: 'warn' }, pino.destination(2));

/** Without the parameters: they may hold secrets. */
const loggedRequest = ({ method, url }: { readonly method: string; readonly url: string }) => ({
  method,
  path: url.split('?')[0],
});
