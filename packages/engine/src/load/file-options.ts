/** The USING options of a LOAD statement, checked and converted for the reader. */
import { ENCODINGS, type Encoding } from '@acacia/inference';
import { engineError } from '../errors/catalogue.ts';

export interface FileOptions {
  readonly separator: string;
  readonly eol: string;
  /** The quote character, or null: quotes are then plain characters. */
  readonly quote: '"' | "'" | null;
  readonly header: boolean;
  /** Every line is a JSON object. */
  readonly json: boolean;
  /** Name of a DEFINE HEADER. */
  readonly userHeader: string | null;
  /** Name of a DEFINE INPUT_LINE_FILTER: lines that it is true for are rejected. */
  readonly rejectLineRule: string | null;
  /** The file's encoding: another than UTF-8 is converted before its lines are read. Not among TigerGraph's options. */
  readonly encoding: Encoding;
  readonly newVertexOnly: boolean;
  readonly vertexMustExist: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

/** `\t`, `\n`, `\r`, and `\xy` with the decimal ASCII code xy. */
const unescape = (text: string): string =>
  text.replace(
    /\\(?:x?(\d{1,3})|([tnr\\]))/g,
    (_whole, code: string | undefined, letter: string | undefined) =>
      code === undefined ? (ESCAPES[letter ?? ''] ?? '\\') : String.fromCharCode(Number(code)),
  );

const KNOWN = [
  'SEPARATOR',
  'EOL',
  'QUOTE',
  'HEADER',
  'USER_DEFINED_HEADER',
  'REJECT_LINE_RULE',
  'NEW_VERTEX_ONLY',
  'VERTEX_MUST_EXIST',
  'JSON_FILE',
  'PARQUET',
  'ENCODING',
];

/** Options for loaders on many machines: accepted, and ignored here. */
const IGNORED = ['CONCURRENCY', 'BATCH_SIZE', 'EOF'];

function flag(using: Readonly<Record<string, string>>, name: string): boolean {
  const value = (using[name] ?? 'false').toLowerCase();
  if (value !== 'true' && value !== 'false') {
    throw engineError('optionNotBool', { option: name, value: String(using[name]) });
  }
  return value === 'true';
}

/** @throws EngineError when an option does not exist or cannot have its value */
export function readFileOptions(using: Readonly<Record<string, string>>): FileOptions {
  const unknown = Object.keys(using).find((name) => !KNOWN.includes(name) && !IGNORED.includes(name));
  if (unknown !== undefined) {
    throw engineError('optionUnknown', { option: unknown, known: KNOWN.join(', ') });
  }
  // Rows of Parquet files are read as JSON objects are: by names.
  const json = flag(using, 'JSON_FILE') || flag(using, 'PARQUET');
  const clash = ['QUOTE', 'HEADER', 'USER_DEFINED_HEADER'].find((name) => json && Object.hasOwn(using, name));
  if (clash !== undefined && using[clash]?.toLowerCase() !== 'false') {
    throw engineError('optionBesideJson', { option: clash });
  }
  const separator = unescape(using.SEPARATOR ?? ',');
  // The reference says one character; published jobs also put a row of them where no text can have it.
  if (separator === '' || separator.includes('\n')) {
    throw engineError('separatorForm', { value: String(using.SEPARATOR) });
  }
  const eol = unescape(using.EOL ?? '\n');
  if (eol === '') throw engineError('eolEmpty');
  const quote = using.QUOTE?.toLowerCase();
  if (quote !== undefined && quote !== 'double' && quote !== 'single') {
    throw engineError('quoteForm', { value: String(using.QUOTE) });
  }
  const said = (using.ENCODING ?? 'utf-8').toLowerCase();
  const encoding = ENCODINGS.find((each) => each === said);
  if (encoding === undefined) {
    throw engineError('encodingUnknown', { encoding: said, known: ENCODINGS.join(', ') });
  }
  return {
    separator,
    eol,
    encoding,
    quote: quote === undefined ? null : quote === 'double' ? '"' : "'",
    header: flag(using, 'HEADER'),
    json,
    userHeader: using.USER_DEFINED_HEADER ?? null,
    rejectLineRule: using.REJECT_LINE_RULE ?? null,
    newVertexOnly: flag(using, 'NEW_VERTEX_ONLY'),
    vertexMustExist: flag(using, 'VERTEX_MUST_EXIST'),
  };
}
