/** IMPORT PACKAGE and INSTALL FUNCTION. */
import type { PackageStatement } from '../ast.ts';
import type { Cursor } from './cursor.ts';

/** After IMPORT PACKAGE or INSTALL FUNCTION: `gds`, `gds.vector.*`, `gds.**`, ALL. */
export function parsePackage(c: Cursor, start: number, action: PackageStatement['action']): PackageStatement {
  while (c.take('-')) c.name('an option', 'new', true);
  const names: string[] = [];
  do names.push(path(c));
  while (c.take(','));
  return { kind: 'package', action, names, span: c.spanFrom(start) };
}

function path(c: Cursor): string {
  const parts = [c.name('a package or ALL', 'new', true).text];
  while (c.take('.')) {
    const stars = c.take('*') === undefined ? 0 : c.take('*') === undefined ? 1 : 2;
    parts.push(stars > 0 ? '*'.repeat(stars) : c.name("a package, a function or '*'", 'new', true).text);
    if (stars > 0) break;
  }
  return parts.join('.');
}
