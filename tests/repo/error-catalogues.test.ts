/** The catalogues of errors (docs/adr/0041-one-catalogue-of-errors.md) hold exactly the errors that are thrown. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CLOUD_ERRORS } from '../../apps/cloud/src/errors/catalogue.ts';
import { DIAGNOSTIC_CODES } from '../../packages/language/src/diagnostic-codes.ts';
import { ENGINE_CODES } from '../../packages/engine/src/error-codes.ts';
import { WORKSPACE_ERRORS } from '../../apps/workspace/src/errors/catalogue.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const sourcesOf = (folder: string): string =>
  globSync(`${folder}/src/**/*.ts`, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/(?:catalogue|error-codes|diagnostic-codes)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n');

test.each([
  ['cloud', CLOUD_ERRORS],
  ['workspace', WORKSPACE_ERRORS],
])('every error of the %s is thrown by its name somewhere', (app, errors) => {
  const source = sourcesOf(`apps/${app}`);
  const unused = Object.keys(errors).filter((id) => !new RegExp(`'${id}'|_ERRORS\\.${id}\\b`).test(source));
  expect(unused).toEqual([]);
});

test('the codes that the engine throws are those of its table', () => {
  const source = sourcesOf('packages/engine') + sourcesOf('apps/workspace');
  const thrown = new Set(
    [...source.matchAll(/(?:\bnew EngineError|\bsuper)\(\s*'([A-Z0-9-]+)'/g)].map((match) => match[1] ?? ''),
  );
  const known = Object.keys(ENGINE_CODES);
  expect([...thrown].filter((code) => !known.includes(code))).toEqual([]);
  expect(known.filter((code) => !source.includes(`'${code}'`))).toEqual([]);
});

test('the codes of diagnostics are those of their table', () => {
  const used = new Set(
    [...sourcesOf('packages/language').matchAll(/'((?:SYN|SEM|TYP|ADV)-\d+)'/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  expect([...used].toSorted()).toEqual(Object.keys(DIAGNOSTIC_CODES).toSorted());
});
