/** EXPORT GRAPH and IMPORT GRAPH. */
import { finding } from '../diagnostics/catalogue.ts';
import type { ExportGraph, ImportGraph, Name } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

/** Options by their short and long names; `parseOptions` joins the words of a long one with a dash. */
const EXPORT_OPTIONS = {
  S: 'schema',
  SCHEMA: 'schema',
  T: 'template',
  TEMPLATE: 'template',
  D: 'data',
  DATA: 'data',
} as const;

/** Parses the rest after EXPORT. */
export function parseExportGraph(c: Cursor, start: number): ExportGraph {
  c.expectWord('GRAPH');
  const graphs = parseGraphs(c);
  let content: ExportGraph['content'] = 'data';
  let separator = ',';
  while (c.at('-')) {
    const { name, at } = parseOption(c);
    const known = Object.entries(EXPORT_OPTIONS).find(([option]) => option === name)?.[1];
    if (known !== undefined) content = known;
    else if (name === 'SEPARATOR') {
      if (c.token.value.length !== 1) c.failAt(c.token, finding('exportSeparator'));
      separator = stringValue(c, 'a character in double quotes');
    } else if (name === 'P' || name === 'PASSWORD' || name === 'U' || name === 'USERS')
      c.failAt(at, finding('exportOptionRefused', { option: name }));
    else c.failAt(at, finding('flagUnknown', { flag: name, known: '-S, -T, -D or --SEPARATOR' }));
  }
  c.expectWord('TO');
  const path = stringValue(c, 'a folder in double quotes');
  return { kind: 'exportGraph', graphs, content, separator, path, span: c.spanFrom(start) };
}

/** Parses the rest after IMPORT. */
export function parseImportGraph(c: Cursor, start: number): ImportGraph {
  c.expectWord('GRAPH');
  const graphs = parseGraphs(c);
  while (c.at('-')) {
    const { name, at } = parseOption(c);
    // Users are never touched by an import.
    if (name !== 'KU' && name !== 'KEEP-USERS')
      c.failAt(at, finding('flagUnknown', { flag: name, known: '--keep-users' }));
  }
  c.expectWord('FROM');
  const path = stringValue(c, 'a folder in double quotes');
  return { kind: 'importGraph', graphs, path, span: c.spanFrom(start) };
}

function parseGraphs(c: Cursor): Name[] | '*' {
  if (c.take('*') ?? c.takeWord('ALL')) return '*';
  const names: Name[] = [];
  do names.push(c.name('a graph', 'graph'));
  while (c.take(','));
  return names;
}

/** `-S`, `--SCHEMA`, `--keep-users`: the name in upper case, without the dashes before it. */
function parseOption(c: Cursor): { readonly name: string; readonly at: Cursor['token'] } {
  while (c.take('-'));
  const at = c.token;
  let name = c.name('an option', 'new', true).text;
  while (c.at('-') && c.token.start === c.before.end) {
    c.advance();
    name += `-${c.name('an option', 'new', true).text}`;
  }
  return { name: name.toUpperCase(), at };
}
