/** Runs user-defined functions on the tokens of a load. */
import { engineError, relayed } from '../errors/catalogue.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { AttributeType } from '@acacia/language';
import { confineThread } from '../confine-thread.ts';
import { EngineError } from '../errors.ts';
import { Sandbox, loadSandbox } from '../run/functions/sandbox.ts';
import { narrow } from '../library/int64.ts';
import type { OwnFunctions } from './own-functions.ts';

export type OwnStart = OwnFunctions;

export interface ToOwn {
  readonly name: string;
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface FromOwn {
  readonly values: readonly (string | null)[];
  readonly faults: readonly (string | null)[];
}

/** Of all values that are sent back at once. */
const MOST_CHARACTERS = 2 ** 25;

confineThread();
const { code, signatures } = workerData as OwnStart;

/**
 * A token as an argument of a function.
 * @throws EngineError when the token is not of the type
 */
function argumentOf(token: string | null, type: AttributeType): unknown {
  const text = (token ?? '').trim();
  const scalar = type.kind === 'scalar' ? type.name : 'STRING';
  switch (scalar) {
    case 'STRING':
      return token ?? '';
    case 'BOOL':
      if (/^(?:true|t|1)$/i.test(text)) return true;
      if (/^(?:false|f|0)$/i.test(text)) return false;
      break;
    case 'INT':
    case 'UINT':
    case 'DATETIME':
      if (/^[+-]?\d{1,20}$/.test(text)) return narrow(BigInt(text.replace(/^\+/, '')));
      break;
    default:
      if (text !== '' && Number.isFinite(Number(text))) return Number(text);
  }
  throw engineError('tokenValueUnfit', { wanted: scalar, found: text === '' ? 'empty' : text });
}

function answer(sandbox: Sandbox, { name, rows }: ToOwn): FromOwn {
  const parameters = signatures.find((each) => each.name === name)?.parameters ?? [];
  const values: (string | null)[] = [];
  const faults: (string | null)[] = [];
  let characters = 0;
  for (const row of rows) {
    try {
      const args = parameters.map(({ name: parameter, type }, index) => {
        try {
          return argumentOf(row[index] ?? null, type);
        } catch (cause) {
          throw cause instanceof EngineError
            ? relayed(cause.code, `${parameter} of the function ${name}: ${cause.message}`).causedBy(cause)
            : cause;
        }
      });
      const value = String(sandbox.call(name, args));
      characters += value.length;
      if (characters > MOST_CHARACTERS) {
        throw engineError('ownFunctionTooLong', {
          name,
          most: MOST_CHARACTERS.toLocaleString('en'),
          rows: rows.length,
        });
      }
      values.push(value);
      faults.push(null);
    } catch (cause) {
      if (!(cause instanceof EngineError)) throw cause;
      values.push(null);
      faults.push(cause.message.replace(/^Runtime Error: /, ''));
    }
  }
  return { values, faults };
}

await loadSandbox();
const sandbox = new Sandbox(code, signatures);
parentPort?.on('message', (asked: ToOwn) => parentPort?.postMessage(answer(sandbox, asked)));
