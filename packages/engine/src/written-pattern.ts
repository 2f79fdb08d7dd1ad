/** Regular expressions that people write: matching may take exponential time, so each has a time budget. */
import { engineError } from './errors/catalogue.ts';
import { createContext, Script } from 'node:vm';

/** Milliseconds of this thread's work, for all texts that one expression is asked about. */
const BUDGET_MS = 50;

const script = new Script('pattern.test(text)');
const place: { pattern: RegExp; text: string } = { pattern: /^/, text: '' };
const context = createContext(place);

/**
 * Tells which texts an expression matches.
 * @throws SyntaxError for an expression that is none; EngineError, later, where matching takes too much work
 */
export function writtenPattern(source: string, flags = ''): (text: string) => boolean {
  const pattern = new RegExp(source, flags);
  let left = BUDGET_MS;
  return (text) => {
    Object.assign(place, { pattern, text });
    for (;;) {
      const began = process.threadCpuUsage();
      try {
        // V8 ends code that exceeds the timeout, also within a regular expression.
        return script.runInContext(context, { timeout: Math.max(1, Math.ceil(left)) }) as boolean;
      } catch (cause) {
        if (!isTimeout(cause)) throw cause;
        // The timeout is wall-clock time: on a busy machine this thread may not have used its budget yet.
        if (left - workSince(began) > 0) continue;
        throw engineError('patternTooMuchWork').causedBy(cause);
      } finally {
        left -= workSince(began);
      }
    }
  };
}

/** Milliseconds that this thread has worked since. */
function workSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

const isTimeout = (cause: unknown): boolean =>
  typeof cause === 'object' &&
  cause !== null &&
  'code' in cause &&
  cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
