/**
 * Parses files of functions in JavaScript: the functions that queries may call, declared by the comment above each.
 *
 *     /** The share of equal letters.
 *      *  @param {STRING} a
 *      *  @param {STRING} b
 *      *  @returns {DOUBLE} *\/
 *     function likeness(a, b) { … }
 *
 * Functions without such a comment are helpers of the others. The bodies of functions are not checked here.
 */
import { finding, type Finding } from './gsql/diagnostics/catalogue.ts';
import type { AttributeType, FunctionSignature } from './schema.ts';
import type { TypeExpr } from './gsql/ast.ts';
import { FUNCTIONS } from './gsql/check/functions.ts';
import { MAX_FAULTS, MAX_TEXT } from './gsql/limits.ts';
import { parseTypeText } from './gsql/parse.ts';
import { isReservedWord } from './gsql/reserved.ts';
import { isIdentifier } from './gsql/names.ts';
import { lineColumn } from './position.ts';

export interface FunctionFile {
  readonly functions: readonly FunctionSignature[];
  /** The problems, in sentences with a line; the first of them, up to `MAX_FAULTS`. */
  readonly faults: readonly string[];
}

/** Functions of a file, and parameters of one of them. */
const MAX_FUNCTIONS = 1000;
const MAX_PARAMETERS = 100;

// A tag's type holds no brace: the search for its end stops at the next tag, so that all searches together inspect each
// character a few times only.
const TAG = /@(param|returns?)[ \t]+\{([^{}]*)\}\s*([\w$]*)/g;

/** Whether the text is C++. */
export function isCpp(text: string): boolean {
  return /^[ \t]*#[ \t]*(include|ifndef|ifdef|define|pragma)\b|\bnamespace\s+\w+\s*\{|\binline\s|\bextern\s+"C"|\bstd::/m.test(
    withoutComments(text),
  );
}

/** A text in JavaScript or C++ with a blank for each comment. */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { index, 0: opening } of text.matchAll(/\/[*/]/g)) {
    if (index < kept) continue;
    const end = opening === '/*' ? text.indexOf('*/', index + 2) : text.indexOf('\n', index);
    parts.push(text.slice(kept, index));
    kept = end < 0 ? text.length : end + (opening === '/*' ? 2 : 0);
    if (end < 0) break;
  }
  return [...parts, text.slice(kept)].join(' ');
}

interface Documented {
  readonly name: string;
  readonly comment: string;
  /** The text between its parentheses. */
  readonly list: string;
  readonly isPlain: boolean;
  /** Offset of the word `function`. */
  readonly at: number;
}

/** Functions with a comment of two stars right above them. Inspects each character a few times only. */
function* documented(text: string): Generator<Documented> {
  let at = 0;
  /** Matches a pattern at the present offset and moves behind the match. */
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  for (;;) {
    const open = text.indexOf('/**', at);
    if (open < 0) return;
    const close = text.indexOf('*/', open + 3);
    if (close < 0) return;
    at = close + 2;
    take(SPACE);
    const isAsync = take(ASYNC) !== undefined;
    take(SPACE);
    const start = at;
    if (take(FUNCTION) === undefined) continue;
    take(SPACE);
    const isGenerator = take(STAR) !== undefined;
    take(SPACE);
    const name = take(IDENTIFIER) ?? '';
    take(SPACE);
    if (take(PARENTHESIS) === undefined) continue;
    const end = text.indexOf(')', at);
    if (end < 0) return;
    const comment = text.slice(open + 3, close);
    yield { name, comment, list: text.slice(at, end), isPlain: !isAsync && !isGenerator, at: start };
    at = end + 1;
  }
}

const SPACE = /\s+/y;
const ASYNC = /async(?=\s)/y;
const FUNCTION = /function(?![\w$])/y;
const STAR = /\*/y;
const IDENTIFIER = /[\w$]+/y;
const PARENTHESIS = /\(/y;

export function readFunctionFile(text: string): FunctionFile {
  const functions = new Map<string, FunctionSignature>();
  const faults: string[] = [];
  if (text.length > MAX_TEXT)
    return {
      functions: [],
      faults: [finding('functionFileTooLong', { characters: text.length }).message],
    };
  for (const found of documented(text)) {
    if (!found.comment.includes('@')) continue;
    if (faults.length >= MAX_FAULTS) break;
    const fault = ({ message }: Finding): void =>
      void faults.push(`line ${lineColumn(text, found.at).line}: ${message}`);
    if (functions.size >= MAX_FUNCTIONS) {
      fault(finding('functionsTooMany', { most: MAX_FUNCTIONS }));
      break;
    }
    if (!found.isPlain) {
      fault(finding('functionNotPlain', { name: found.name }));
      continue;
    }
    const problem = problemOfName(found.name, functions);
    if (problem !== null) fault(problem);
    else readSignature(found, functions, fault);
  }
  return { functions: [...functions.values()], faults: faults.slice(0, MAX_FAULTS) };
}

function problemOfName(name: string, known: ReadonlyMap<string, FunctionSignature>): Finding | null {
  if (!isIdentifier(name) || isReservedWord(name)) return finding('functionName', { name });
  if (FUNCTIONS.has(name.toLowerCase())) return finding('functionOfGsql', { name });
  if (name.toLowerCase().startsWith('tg_')) return finding('functionPrefix', { name });
  return known.has(name) ? finding('functionTwice', { name }) : null;
}

function readSignature(
  { name, comment, list }: Documented,
  functions: Map<string, FunctionSignature>,
  fault: (found: Finding) => void,
): void {
  const types = new Map<string, AttributeType>();
  let returns: AttributeType | undefined;
  let tags = 0;
  for (const [, tag = '', written = '', parameter = ''] of comment.matchAll(TAG)) {
    if (++tags > 2 * MAX_PARAMETERS) break;
    const type = typeOf(written);
    if (type === undefined) {
      fault(finding('functionValueType', { type: written }));
    } else if (tag === 'param') types.set(parameter, type);
    else returns = type;
  }
  const names = list.split(',').map((part) => part.trim());
  if (names.length > MAX_PARAMETERS) {
    fault(finding('functionParametersTooMany', { name, most: MAX_PARAMETERS }));
    return;
  }
  const parameters = names
    .filter((part) => part !== '')
    .flatMap((part) => {
      const type = types.get(part);
      if (type === undefined) fault(finding('functionParameterWithoutType', { name, parameter: part }));
      return type === undefined ? [] : [{ name: part, type }];
    });
  const extra = [...types.keys()].find((parameter) => !names.includes(parameter));
  if (extra !== undefined) fault(finding('functionParameterUnknown', { name, parameter: extra }));
  if (returns === undefined) {
    fault(finding('functionWithoutReturns', { name }));
    return;
  }
  const description = descriptionOf(comment);
  functions.set(name, { name, parameters, returns, ...(description === '' ? {} : { description }) });
}

function descriptionOf(comment: string): string {
  const [before = ''] = comment.split('@', 1);
  return before
    .replaceAll(/^[ \t]*\*?/gm, ' ')
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
