/** Removes secrets from the texts and parameters of runs before they are stored. */
import { parseProgram, tokenize } from '@acacia/language';

const MASK = '"***"';

/** Why a run of the history cannot be run again. */
export const MASKED_NOTE = 'Secrets are masked in the history.';

/** Words of statements whose texts hold passwords, keys or tokens. */
const SECRET_STATEMENT = /\b(secret|password|token|data_source|datasource|credential|user)\b/i;
/** `DROP SECRET value`: the value may stand without quotes. */
const DROPPED_SECRET = /(\bSECRET\s+)([A-Za-z0-9]{16,})/gi;
/** Names of parameters and of fields that hold a secret. */
const SECRET_NAME = /pass(word|phrase|wd)?|secret|token|credential|api_?key|access_?key|private_?key|sas/i;

/** The text with every string masked, and comments left out, which may hold anything. */
function withoutStrings(text: string): string {
  let masked = '';
  let from = 0;
  for (const { class: kind, start, end } of tokenize(text)) {
    if (kind !== 'string' && kind !== 'comment') continue;
    masked += text.slice(from, start) + (kind === 'string' ? MASK : '');
    from = end;
  }
  return (masked + text.slice(from)).replace(DROPPED_SECRET, '$1***');
}

/**
 * GSQL text in which the strings of statements about secrets, passwords, tokens and data sources are masked. A text that
 * cannot be read and names one of them has all of its strings masked.
 */
export function maskedText(text: string): string {
  if (!SECRET_STATEMENT.test(text)) return text;
  const { program, diagnostics } = parseProgram(text);
  if (diagnostics.some(({ severity }) => severity === 'error')) return withoutStrings(text);
  let masked = '';
  let from = 0;
  for (const { kind, span } of program.statements) {
    masked += withoutStrings(text.slice(from, span.start));
    const statement = text.slice(span.start, span.end);
    const isQuery = kind === 'createQuery' || kind === 'interpretQuery';
    masked += !isQuery && SECRET_STATEMENT.test(statement) ? withoutStrings(statement) : statement;
    from = span.end;
  }
  return masked + withoutStrings(text.slice(from));
}

/** Parameters in which values under the names of secrets are masked, at any depth. */
export function maskedParameters(value: unknown, name = ''): unknown {
  if (SECRET_NAME.test(name) && value !== null && value !== undefined) return '***';
  if (Array.isArray(value)) return value.map((each) => maskedParameters(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]): [string, unknown] => [key, maskedParameters(each, key)]),
  );
}
