/** Sources of values: columns, parts of columns, fixed values and token functions over them; as GSQL writes them. Pure. */
import { t } from '@acacia/texts';
import type { LoadSource } from '@acacia/contract';
import type { FilePreview } from './source-file.ts';

export type Source = LoadSource;

export const NO_SOURCE: Source = { kind: 'none' };

/** Separators to choose from. */
export const SPLIT_SEPARATORS: readonly string[] = [',', ';', '|', ':', ' ', '\t'];

export interface TokenFunction {
  readonly least: number;
  readonly most: number;
  /** Type of what it gives; texts are converted to the attribute's type like tokens. */
  readonly gives: 'STRING' | 'INT' | 'UINT' | 'FLOAT' | 'BOOL' | 'DATETIME';
}

const fn = (gives: TokenFunction['gives'], least: number, most = least): TokenFunction => ({
  gives,
  least,
  most,
});

/** Arguments of functions that take any number of them, as many as the page offers. */
const MANY = 8;

/** Token functions (GSQL language reference, "Token functions") that give one value, with their numbers of arguments. */
export const TOKEN_FUNCTIONS: Readonly<Record<string, TokenFunction>> = {
  gsql_concat: fn('STRING', 1, MANY),
  gsql_lower: fn('STRING', 1),
  gsql_upper: fn('STRING', 1),
  gsql_trim: fn('STRING', 1),
  gsql_ltrim: fn('STRING', 1),
  gsql_rtrim: fn('STRING', 1),
  gsql_reverse: fn('STRING', 1),
  gsql_replace: fn('STRING', 3, 4),
  gsql_regex_replace: fn('STRING', 3),
  gsql_substring: fn('STRING', 2, 3),
  gsql_find: fn('INT', 2),
  gsql_length: fn('INT', 1),
  gsql_to_int: fn('INT', 1),
  gsql_to_uint: fn('UINT', 1),
  to_float: fn('FLOAT', 1),
  gsql_to_bool: fn('BOOL', 1),
  gsql_is_true: fn('BOOL', 1),
  gsql_is_false: fn('BOOL', 1),
  gsql_is_not_empty_string: fn('BOOL', 1),
  gsql_token_equal: fn('BOOL', 2),
  gsql_token_ignore_case_equal: fn('BOOL', 2),
  gsql_regex_match: fn('BOOL', 2),
  to_datetime: fn('DATETIME', 1, 2),
  gsql_ts_to_epoch_seconds: fn('DATETIME', 1),
  gsql_current_time_epoch: fn('DATETIME', 0),
  gsql_year: fn('INT', 1),
  gsql_month: fn('INT', 1),
  gsql_day: fn('INT', 1),
  datetime_diff: fn('INT', 2),
  gsql_uuid_v4: fn('STRING', 0),
};

/** A function with as many arguments as it needs; the first is what was there before. */
export function functionOf(name: string, before: Source): Source {
  const { least } = TOKEN_FUNCTIONS[name] ?? fn('STRING', 1);
  const given = before.kind === 'function' ? before.args : [before];
  const args = Array.from({ length: least }, (_, at): Source => {
    const arg = given[at];
    return arg === undefined || arg.kind === 'none' ? { kind: 'literal', text: '' } : arg;
  });
  return { kind: 'function', name, args };
}

/** A string of GSQL. */
export const quoted = (text: string): string => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;

/** A header name can be written as `$"name"`; positions are used where names repeat or hold quotes. */
function columnText(index: number, file: FilePreview): string {
  const path = file.paths?.[index];
  if (path !== undefined) return `$${path.map(quoted).join(':')}`;
  const name = file.columns[index] ?? '';
  const usable =
    file.options.header &&
    /^[\w .-]+$/.test(name) &&
    file.columns.filter((other) => other === name).length === 1;
  return usable ? `$"${name}"` : `$${index}`;
}

export function sourceText(source: Source, file: FilePreview): string {
  switch (source.kind) {
    case 'column':
      return columnText(source.index, file);
    case 'split':
      return `SPLIT(${columnText(source.index, file)}, ${quoted(source.separator)})`;
    case 'literal':
      return quoted(source.text);
    case 'function':
      return `${source.name}(${source.args.map((arg) => sourceText(arg, file)).join(', ')})`;
    case 'none':
      return '_';
  }
}

/** The source with its columns at other places; a column that has none any more is null. */
export function movedSource(source: Source, place: (index: number) => number | null): Source | null {
  switch (source.kind) {
    case 'column':
    case 'split': {
      const index = place(source.index);
      return index === null ? null : { ...source, index };
    }
    case 'function': {
      const args = source.args.map((arg) => movedSource(arg, place));
      return args.every((arg) => arg !== null) ? { ...source, args } : null;
    }
    default:
      return source;
  }
}

/** Form of an attribute's type, as far as mapping asks. */
export type SlotForm = 'scalar' | 'list' | 'set' | 'list of udt' | 'map' | 'udt' | 'vector';

/** Specification part 4, section 5. */
const NOT_SUPPORTED = t`Not support`;
const noLiteral = (what: string): string => t`Currently you cannot map data to ${what} attributes.`;

/** Why an attribute cannot be filled from a source, or undefined. Arrays of JSON fill lists as they are. */
export function sourceFault(form: SlotForm, source: Source, isJson: boolean): string | undefined {
  if (source.kind === 'none') return undefined;
  if (source.kind === 'literal') {
    if (form === 'map') return noLiteral('MAP');
    if (form === 'udt') return noLiteral('UDT');
    return form === 'list of udt' ? noLiteral(t`UDT value`) : undefined;
  }
  switch (form) {
    case 'scalar':
      return source.kind === 'split' ? NOT_SUPPORTED : functionFault(source);
    case 'vector':
      return source.kind === 'function' ? NOT_SUPPORTED : undefined;
    case 'list':
    case 'set':
      return source.kind === 'split' || (isJson && source.kind === 'column') ? undefined : NOT_SUPPORTED;
    default:
      return NOT_SUPPORTED;
  }
}

function functionFault(source: Source): string | undefined {
  if (source.kind !== 'function') return undefined;
  if (source.args.some((arg) => arg.kind === 'none')) return t`Choose every argument of ${source.name}.`;
  return source.args.map(functionFault).find((fault) => fault !== undefined);
}
