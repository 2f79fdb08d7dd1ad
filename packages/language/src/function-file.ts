/**
 * Files of functions in JavaScript: which functions queries may call, by the comment above each of them.
 *
 *     /** The share of equal letters.
 *      *  @param {STRING} a
 *      *  @param {STRING} b
 *      *  @returns {DOUBLE} *\/
 *     function likeness(a, b) { … }
 *
 * Functions without such a comment are helpers of the others. What the functions do is not looked at here.
 */
import type { AttributeType, FunctionSignature } from './schema.ts';
import type { TypeExpr } from './gsql/ast.ts';
import { FUNCTIONS } from './gsql/check/functions.ts';
import { parseTypeText } from './gsql/parse.ts';
import { isReservedWord } from './gsql/reserved.ts';
import { lineColumn } from './position.ts';

export interface FunctionFile {
  readonly functions: readonly FunctionSignature[];
  /** What is wrong, in sentences with a line. */
  readonly faults: readonly string[];
}

const DOCUMENTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:async\s+)?function\s*(\*?)\s*([\w$]*)\s*\(([^)]*)\)/g;
const TAG = /@(param|returns?)\s+\{([^}]*)\}\s*([\w$]*)/g;
const NAME = /^[A-Za-z_]\w*$/;

/** Whether a text is meant for a C++ compiler. */
export function isCpp(text: string): boolean {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
  return /^\s*#\s*(include|ifndef|ifdef|define|pragma)\b|\bnamespace\s+\w+\s*\{|\binline\s|\bextern\s+"C"|\bstd::/m.test(
    code,
  );
}

export function readFunctionFile(text: string): FunctionFile {
  const functions: FunctionSignature[] = [];
  const faults: string[] = [];
  for (const match of text.matchAll(DOCUMENTED)) {
    const [whole, comment = '', generator = '', name = '', list = ''] = match;
    if (!comment.includes('@')) continue;
    const { line } = lineColumn(text, match.index + whole.lastIndexOf('function'));
    const fault = (message: string): void => void faults.push(`line ${line}: ${message}`);
    if (generator !== '' || /\basync\s+function/.test(whole)) {
      fault(`${name} must be a plain function, neither async nor a generator.`);
      continue;
    }
    const problem = problemOfName(name, functions);
    if (problem !== null) fault(problem);
    else readSignature({ name, comment, list }, functions, fault);
  }
  return { functions, faults };
}

function problemOfName(name: string, known: readonly FunctionSignature[]): string | null {
  if (!NAME.test(name) || isReservedWord(name)) return `'${name}' cannot be the name of a function of GSQL.`;
  if (FUNCTIONS.has(name.toLowerCase())) return `${name} is a function of GSQL: use another name.`;
  if (name.toLowerCase().startsWith('tg_'))
    return `${name} cannot begin with tg_: these names are kept for the system.`;
  return known.some((each) => each.name === name) ? `${name} is defined twice.` : null;
}

function readSignature(
  found: { readonly name: string; readonly comment: string; readonly list: string },
  functions: FunctionSignature[],
  fault: (message: string) => void,
): void {
  const { name, comment, list } = found;
  const types = new Map<string, AttributeType>();
  let returns: AttributeType | undefined;
  for (const [, tag = '', written = '', parameter = ''] of comment.matchAll(TAG)) {
    const type = typeOf(written);
    if (type === undefined) {
      fault(
        `'${written}' is not a type of a function's value; INT, UINT, FLOAT, DOUBLE, BOOL, STRING, DATETIME are, and LIST and SET of them.`,
      );
    } else if (tag === 'param') types.set(parameter, type);
    else returns = type;
  }
  const names = list.split(',').map((part) => part.trim());
  const parameters = names
    .filter((part) => part !== '')
    .flatMap((part) => {
      const type = types.get(part);
      if (type === undefined)
        fault(`the parameter ${part} of ${name} has no type: write @param {INT} ${part} above the function.`);
      return type === undefined ? [] : [{ name: part, type }];
    });
  const extra = [...types.keys()].find((parameter) => !names.includes(parameter));
  if (extra !== undefined) fault(`${name} has no parameter ${extra}.`);
  if (returns === undefined) {
    fault(`${name} has no type for what it gives: write @returns {INT} above the function.`);
    return;
  }
  const description = descriptionOf(comment);
  functions.push({ name, parameters, returns, ...(description === '' ? {} : { description }) });
}

function descriptionOf(comment: string): string {
  const [before = ''] = comment.split('@');
  return before
    .replaceAll(/^\s*\*?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function typeOf(text: string): AttributeType | undefined {
  const written = parseTypeText(text.trim());
  return written === undefined ? undefined : valueType(written);
}

function valueType(type: TypeExpr): AttributeType | undefined {
  if (type.kind === 'scalar') return { kind: 'scalar', name: type.name };
  if (type.kind !== 'list' && type.kind !== 'set') return undefined;
  const element = valueType(type.element);
  return element?.kind === 'scalar' ? { kind: type.kind, element } : undefined;
}
