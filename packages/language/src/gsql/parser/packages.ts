/** Packages, their contents, and CALL. */
import { finding } from '../diagnostics/catalogue.ts';
import type { CallTemplate, CreateTemplate, Name, PackageStatement } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseQueryDefinition } from './query.ts';
import { parseRunArguments } from './run-arguments.ts';

/** Parses the rest after IMPORT PACKAGE or INSTALL FUNCTION: `gds`, `gds.vector.*`, `gds.**`, ALL. */
export function parsePackage(c: Cursor, start: number, action: PackageStatement['action']): PackageStatement {
  while (c.take('-')) c.name('an option', 'new', true);
  const names: string[] = [];
  do names.push(starredPath(c));
  while (c.take(','));
  return { kind: 'package', action, names, span: c.spanFrom(start) };
}

function starredPath(c: Cursor): string {
  const parts = [c.name('a package or ALL', 'new', true).text];
  while (c.take('.')) {
    const stars = c.take('*') === undefined ? 0 : c.take('*') === undefined ? 1 : 2;
    parts.push(stars > 0 ? '*'.repeat(stars) : c.name("a package, a function or '*'", 'new', true).text);
    if (stars > 0) break;
  }
  return parts.join('.');
}

/** `GDBMS_ALGO.community.wcc` */
function parsePath(c: Cursor, what: string): Name {
  const first = c.name(what, 'new', true);
  let text = first.text;
  while (c.take('.')) text += `.${c.name(what, 'new', true).text}`;
  return { text, span: { start: first.span.start, end: c.before.end } };
}

/** Parses the rest after CREATE [OR REPLACE] TEMPLATE. */
export function parseCreateTemplate(c: Cursor, start: number, orReplace: boolean): CreateTemplate {
  c.expectWord('QUERY');
  const name = parseTemplateName(c);
  const query = parseQueryDefinition(c, start, false, name);
  const text = c.text.slice(query.span.start, query.span.end);
  return { kind: 'createTemplate', orReplace, name, query, text, span: query.span };
}

/** A template query is in a package. */
export function parseTemplateName(c: Cursor): Name {
  const name = parsePath(c, 'a package and a name for the template query');
  if (!name.text.includes('.')) c.failAt(c.before, finding('packageMissing', { name: name.text }));
  return name;
}

/** Parses the rest after CALL. */
export function parseCall(c: Cursor, start: number): CallTemplate {
  const name = parsePath(c, 'a template query with its package');
  return { kind: 'callTemplate', name, args: parseRunArguments(c), span: c.spanFrom(start) };
}
