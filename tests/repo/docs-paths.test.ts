/** Every path of this repository that a document names exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', '{apps,packages,tests,bench}/*/README.md'], {
  cwd: ROOT,
});
const TOP_FOLDERS = 'apps|packages|tests|bench|docs|scripts|solutions|deploy|\\.ci';

/** Paths in back-quotes that start with a folder of the repository, and relative links. */
function pathsIn(document: string): string[] {
  const text = readFileSync(path.join(ROOT, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const quoted = [...text.matchAll(new RegExp(`\`((?:${TOP_FOLDERS})/[^\`\\s<>*{}]*)\``, 'g'))].map(
    (match) => match[1] ?? '',
  );
  const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map((match) =>
    path.relative(ROOT, path.resolve(ROOT, path.dirname(document), match[1] ?? '')),
  );
  return [...quoted, ...linked];
}

test('there are documents to check', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(3);
});

test.each(DOCUMENTS)('%s names only paths that exist', (document) => {
  const missing = pathsIn(document).filter((file) => !existsSync(path.join(ROOT, file)));
  expect(missing).toEqual([]);
});
