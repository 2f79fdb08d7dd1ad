/**
 * Parses settings of data sources and of their files: JSON of names and texts, whose quotes may be left out, as in
 * TigerGraph's console.
 */
import { engineError } from '../errors/catalogue.ts';

export type Settings = Readonly<Record<string, string>>;

/** A mark, a text in quotes of either kind, or a bare one up to the next mark. */
const TOKEN =
  /\s*(?:([{}:,])|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s{}:,"'][^{}:,"']*?)(?=\s*(?:[{}:,]|$)))/gsy;

/** @throws EngineError when the text is no JSON object of names and plain values */
export function parseSettings(text: string): Settings {
  const strict = strictSettings(text);
  if (strict !== null) return strict;
  const tokens: { readonly mark: string | undefined; readonly text: string }[] = [];
  const pattern = new RegExp(TOKEN.source, TOKEN.flags);
  for (let at = 0; text.slice(at).trim() !== ''; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const [, mark, double, single, bare] = pattern.exec(text) ?? fail(text);
    tokens.push({ mark, text: double ?? single ?? bare?.trim() ?? '' });
  }
  const settings: Record<string, string> = {};
  const expect = (index: number, mark: string): void => {
    if (tokens[index]?.mark !== mark) fail(text);
  };
  expect(0, '{');
  let index = 1;
  while (tokens[index]?.mark !== '}') {
    const [name, value] = [tokens[index], tokens[index + 2]];
    expect(index + 1, ':');
    if (name === undefined || value === undefined || name.mark !== undefined || value.mark !== undefined) {
      return fail(text);
    }
    settings[name.text] = value.text;
    index += 3;
    if (tokens[index]?.mark === ',') index += 1;
    else expect(index, '}');
  }
  if (index !== tokens.length - 1) return fail(text);
  return settings;
}

function strictSettings(text: string): Settings | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(text);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => {
      if (typeof item === 'string') return [name, item];
      if (typeof item === 'number' || typeof item === 'boolean') return [name, String(item)];
      return fail(text, `"${name}" must be a text, a number or true or false`);
    }),
  );
}

/** The error for a text that is not valid. It does not show the text, which may contain secrets. */
function fail(text: string, why = ''): never {
  const found =
    text.trim() === ''
      ? 'an empty text'
      : `a text of ${text.length} characters that begins with ${text.trim()[0]}`;
  throw engineError('settingsForm', { found: why === '' ? `${found} was found` : why });
}
