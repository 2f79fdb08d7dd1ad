/** The rooms of a package (folders beside each other, and the files in `src` itself) import each other one way. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Files that the rule leaves out: tests and what only they use. */
const OF_TESTS = /\.(?:test|fixture)\.tsx?$|(?:^|\/)testing\//;

/** `import('…')`, of a value or of a type. */
const INLINE = /\bimport\(\s*(['"])(.*?)\1/g;

/** Paths from `src` of the files that one file imports: values, types, side effects and `import()`. */
function importsOf(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const requests = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)];
  return [
    ...requests.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ...[...text.matchAll(INLINE)].flatMap(([, , name]) => name ?? []),
  ]
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file), name))
    .filter((target) => !target.startsWith('../'));
}

/** Where two paths part: the folder that holds both, and the room of each in it. */
function rooms(from: string, to: string): readonly [folder: string, from: string, to: string] | undefined {
  const [here, there] = [from.split('/'), to.split('/')];
  const depth = here.findIndex((part, at) => part !== there[at]);
  const [a, b] = [here[depth], there[depth]];
  if (a === undefined || b === undefined) return undefined;
  const files = [depth === here.length - 1, depth === there.length - 1];
  // Files of one folder may import each other; in `src` itself each file is a room.
  if (depth > 0 && files.includes(true)) return undefined;
  return [here.slice(0, depth).join('/'), a, b];
}

/** The arrows between rooms that are part of a circle, each with the number of its imports and the first of them. */
function circles(sources: ReadonlyMap<string, string>): string[] {
  const arrows = new Map<string, Map<string, string[]>>();
  for (const [file, text] of sources) {
    for (const target of importsOf(file, text)) {
      const [folder, from, to] = rooms(file, target) ?? [];
      if (folder === undefined || from === undefined || to === undefined) continue;
      const [start, end] = [path.posix.join(folder, from), path.posix.join(folder, to)];
      const out = arrows.get(start) ?? new Map<string, string[]>();
      arrows.set(start, out.set(end, [...(out.get(end) ?? []), `${file} imports ${target}`]));
    }
  }
  const reachable = (start: string): Set<string> => {
    const reached = new Set([start]);
    // A set that grows while it is walked is walked to its end.
    for (const room of reached) for (const to of arrows.get(room)?.keys() ?? []) reached.add(to);
    return reached;
  };
  return [...arrows]
    .flatMap(([from, out]) => [...out].map(([to, imports]) => ({ from, to, imports })))
    .filter(({ from, to }) => reachable(to).has(from))
    .map(({ from, to, imports }) => `${from} → ${to} (${imports.length}): ${imports[0]}`)
    .sort();
}

const PACKAGES = globSync(['{apps,packages}/*/src', 'solutions/src'], { cwd: ROOT });

test('a two-way import is seen: by a type, by an effect, over a third room, and between folders at any depth', () => {
  const none = new Map([
    ['a/x.ts', `import { y } from '../b/y.ts';`],
    ['b/y.ts', `import { z } from '../c.ts';`],
    ['c.ts', ''],
  ]);
  expect(circles(none)).toEqual([]);
  expect(circles(new Map([...none, ['c.ts', `import type { X } from './a/x.ts';`]]))).toHaveLength(3);
  expect(circles(new Map([...none, ['b/y.ts', `const a: import('../a/x.ts').X = 1;`]]))).toHaveLength(2);
  expect(circles(new Map([...none, ['b/y.ts', `import '../a/x.ts';`]]))).toHaveLength(2);
  const deep = [...none].map(([file, text]): [string, string] => [`deep/${file}`, text]);
  expect(circles(new Map([...deep, ['deep/b/y.ts', `export * from '../a/x.ts';`]]))).toHaveLength(2);
});

test.each(PACKAGES)('the rooms of %s import each other one way', (src) => {
  const files = globSync('**/*.{ts,tsx}', { cwd: path.join(ROOT, src) }).filter(
    (file) => !OF_TESTS.test(file),
  );
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(ROOT, src, file), 'utf8')]));
  expect(circles(sources)).toEqual([]);
});
