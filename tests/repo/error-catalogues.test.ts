/** The catalogues of errors (docs/adr/0041-one-catalogue-of-errors.md) hold exactly the errors that are thrown. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CLOUD_ERRORS } from '../../apps/cloud/src/errors/catalogue.ts';
import { GATEWAY_ERRORS } from '../../apps/cloud/src/gateway/catalogue.ts';
import { LANGUAGE_ERRORS } from '../../packages/language/src/gsql/diagnostics/catalogue.ts';
import { DIAGNOSTIC_CODES } from '../../packages/language/src/gsql/diagnostics/codes.ts';
import { ENGINE_CODES } from '../../packages/engine/src/error-codes.ts';
import { ENGINE_ERRORS } from '../../packages/engine/src/errors/catalogue.ts';
import { WORKSPACE_ERRORS } from '../../apps/workspace/src/errors/catalogue.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const sourcesOf = (folder: string): string =>
  globSync(`${folder}/src/**/*.ts`, { cwd: ROOT })
    .filter(
      (file) =>
        !/\.test\.ts$|\/(?:catalogue|error-codes)\.ts$|\/diagnostics\/|engine\/src\/errors\//.test(file),
    )
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n');

test.each([
  ['apps/cloud', CLOUD_ERRORS],
  ['apps/cloud', GATEWAY_ERRORS],
  ['apps/workspace', WORKSPACE_ERRORS],
  ['packages/language', LANGUAGE_ERRORS],
  ['packages/engine', ENGINE_ERRORS],
])('every error of %s is thrown or reported by its name somewhere', (folder, errors) => {
  // The workspace throws some of the engine's rows.
  const source = sourcesOf(folder) + (folder === 'packages/engine' ? sourcesOf('apps/workspace') : '');
  const unused = Object.keys(errors).filter((id) => !new RegExp(`'${id}'|_ERRORS\\.${id}\\b`).test(source));
  expect(unused).toEqual([]);
});

test('the codes that the engine throws are those of its table', () => {
  const source = sourcesOf('packages/engine') + sourcesOf('apps/workspace');
  const thrown = new Set(
    [...source.matchAll(/(?:\bnew EngineError|\brelayed)\(\s*'([A-Z0-9-]+)'/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  for (const { code } of Object.values(ENGINE_ERRORS)) thrown.add(code);
  const known = Object.keys(ENGINE_CODES);
  expect([...thrown].filter((code) => !known.includes(code))).toEqual([]);
  expect(known.filter((code) => !thrown.has(code) && !source.includes(`'${code}'`))).toEqual([]);
});

test('the codes of diagnostics are those of their table', () => {
  const used = new Set(Object.values(LANGUAGE_ERRORS).map(({ code }) => code));
  used.delete('');
  expect([...used].toSorted()).toEqual(Object.keys(DIAGNOSTIC_CODES).toSorted());
});
