/** Each part of Mantine that is used brings its styles: without them it is drawn wrong, and no test of a page sees it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const STYLES = path.join(ROOT, 'node_modules/@mantine/core/styles');
const IMPORTED = /@mantine\/core\/styles\/(\w+)\.layer\.css/g;

const stylesIn = (text: string): string[] => [...text.matchAll(IMPORTED)].map(([, part]) => part ?? '');

it('is so in every file', () => {
  const shared = ['styles.ts', 'controls.ts'].flatMap((name) =>
    stylesIn(readFileSync(path.join(ROOT, 'packages/ui/src/theme', name), 'utf8')),
  );
  const files = globSync('{apps/console,packages/ui}/src/**/*.tsx', { cwd: ROOT }).map((file) => ({
    file,
    text: readFileSync(path.join(ROOT, file), 'utf8'),
  }));
  const missing = files.flatMap(({ file, text }) => {
    const used = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    );
    const own = [...shared, ...stylesIn(text)];
    return used
      .filter((part) => existsSync(path.join(STYLES, `${part}.layer.css`)) && !own.includes(part))
      .map((part) => `${file}: ${part}`);
  });
  expect(missing).toEqual([]);
});
