/** Every path of this repository that a document names exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCUMENTS = globSync(
  ['*.md', 'docs/**/*.md', '{apps,packages,tests,bench}/*/README.md', '{apps,packages,tests}/**/CONTEXT.md'],
  { cwd: ROOT, exclude: (name) => path.basename(name) === 'node_modules' },
);
const TOP_FOLDERS = 'apps|packages|tests|bench|docs|scripts|solutions|deploy|\\.ci';

/**
 * Paths in back-quotes that start with a folder of the repository, and relative links. A `CONTEXT.md` may also name
 * source files (`lexer.ts`) and folders (`check/`) from where it stands.
 */
function pathsIn(document: string): string[] {
  const text = readFileSync(path.join(ROOT, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const quoted = [...text.matchAll(new RegExp(`\`((?:${TOP_FOLDERS})/[^\`\\s<>*{}]*)\``, 'g'))].map(
    (match) => match[1] ?? '',
  );
  const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map((match) =>
    path.relative(ROOT, path.resolve(ROOT, path.dirname(document), match[1] ?? '')),
  );
  const beside =
    path.basename(document) === 'CONTEXT.md'
      ? [...text.matchAll(new RegExp(`\`(?!(?:${TOP_FOLDERS})/)([\\w.][\\w./-]*(?:\\.tsx?|/))\``, 'g'))].map(
          (match) => path.join(path.dirname(document), match[1] ?? ''),
        )
      : [];
  return [...quoted, ...linked, ...beside];
}

test('there are documents to check', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(3);
});

test.each(DOCUMENTS)('%s names only paths that exist', (document) => {
  const missing = pathsIn(document).filter((file) => !existsSync(path.join(ROOT, file)));
  expect(missing).toEqual([]);
});
