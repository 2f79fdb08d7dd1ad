/** The second language: each text of the pages and each sentence of the servers has its translation. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rewrite } from '@acacia/texts/build';
import type { ErrorRows, SentenceRow } from '@acacia/base';
import {
  AddonId,
  AUDITED_KINDS,
  changesState,
  cloudApi,
  OTHER_AUDITED,
  ROLE_LABELS,
  type Route,
} from '@acacia/contract';
import { expect, test } from 'vitest';
import { AWS_REGION_NAMES } from '../../apps/cloud/src/catalog/aws-regions.ts';
import { PROMISES } from '../../apps/cloud/src/drivers/local/promise.ts';
import { CLOUD_ERRORS } from '../../apps/cloud/src/errors/catalogue.ts';
import { GATEWAY_ERRORS } from '../../apps/cloud/src/gateway/catalogue.ts';
import { addonOf } from '../../apps/cloud/src/resources/addons/catalogue.ts';
import { WORKSPACE_ERRORS } from '../../apps/workspace/src/errors/catalogue.ts';
import { FINDINGS, HEALTH_CHECKS } from '../../apps/workspace/src/health/check.ts';
import { ENGINE_ERRORS } from '../../packages/engine/src/errors/catalogue.ts';
import { REJECT_REASONS } from '../../packages/engine/src/load/reject-reasons.ts';
import { FILE_NOTES, SCHEMA_REASONS, TYPE_REASONS } from '../../packages/inference/src/reasons.ts';
import { LANGUAGE_ERRORS } from '../../packages/language/src/gsql/diagnostics/catalogue.ts';
import {
  FUNCTION_NOTES,
  KEYWORD_NOTES,
  METHOD_NOTES,
  TOKEN_FUNCTION_NOTES,
  TYPE_NOTES,
} from '../../packages/language/src/gsql/assist/notes.ts';
import { FUNCTION_FILES } from '../../packages/language/src/gsql/diagnostics/function-files.ts';
import { WIRE_SCHEMAS } from '../../packages/language/src/gsql/diagnostics/wire-schemas.ts';
import { STORE_ERRORS } from '../../packages/object-stores/src/errors.ts';
import { numbered } from '../../scripts/guide-language.ts';
import { solutionCatalog } from '../../solutions/src/kit.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OF_TESTS = /\.test\.tsx?$|\.d\.ts$|(?:^|\/)testing(?:\/|\.tsx?$)/;

type Catalogue = Readonly<Record<string, string>>;

const read = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(ROOT, 'packages/texts/src', name), 'utf8'));
const pages = read('zh.json') as Catalogue;
const answers = read('zh-answers.json') as { readonly sentences: Catalogue; readonly values: Catalogue };
const gsql = read('zh-gsql.json') as typeof answers;

/** English texts, each with the first place where it stands. */
function textsOfPages(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const files = globSync(
    ['apps/console/src/**/*.{ts,tsx}', 'packages/{ui,charts,editor,graph-view}/src/**/*.{ts,tsx}'],
    {
      cwd: ROOT,
    },
  ).filter((file) => !OF_TESTS.test(file));
  for (const file of files) {
    for (const { key, line } of rewrite(file, readFileSync(path.join(ROOT, file), 'utf8')).found) {
      if (!found.has(key)) found.set(key, `${file}:${line}`);
    }
  }
  return found;
}

const places = (text: string): ReadonlySet<string> => new Set(text.match(/\{\d\}/g));

/** Translations with a value that their English text does not have. */
const withOthersValues = (catalogue: Catalogue): string[] =>
  Object.entries(catalogue).flatMap(([key, translation]) =>
    [...places(translation)].every((place) => places(key).has(place)) ? [] : [key],
  );

test('every text of the pages is in the catalogue, and nothing else', () => {
  const found = textsOfPages();
  expect(found.size).toBeGreaterThan(2000);
  expect([...found].filter(([key]) => pages[key] === undefined).map((each) => each.join(' at '))).toEqual([]);
  expect(Object.keys(pages).filter((key) => !found.has(key))).toEqual([]);
});

test('translations have the values of their texts', () => {
  expect(withOthersValues(pages)).toEqual([]);
  expect(withOthersValues(answers.sentences)).toEqual([]);
  expect(withOthersValues(gsql.sentences)).toEqual([]);
  expect(withOthersValues(read('zh-reference.json') as Catalogue)).toEqual([]);
});

test.each<[string, ErrorRows]>([
  ['the control plane', CLOUD_ERRORS],
  ['the gateway', GATEWAY_ERRORS],
  ['a workspace', WORKSPACE_ERRORS],
])('every sentence of %s has its translation', (_name, rows) => {
  const sentences = Object.values(rows)
    .filter(({ about }) => about === undefined)
    .map((row) => numbered(row).key)
    // A sentence that comes whole from elsewhere.
    .filter((sentence) => sentence !== '{0}');
  expect(sentences.length).toBeGreaterThan(10);
  expect(sentences.filter((sentence) => answers.sentences[sentence] === undefined)).toEqual([]);
});

test('every sentence of GSQL, the engine, rejected rows, stores, inference and the health check has its translation, and nothing else', () => {
  const rows = [LANGUAGE_ERRORS, FUNCTION_FILES, WIRE_SCHEMAS, ENGINE_ERRORS, STORE_ERRORS];
  const sentences = new Set(
    rows.flatMap((each) => Object.values<SentenceRow>(each).map((row) => numbered(row).key)),
  );
  sentences.delete('{0}');
  for (const each of [TYPE_REASONS, SCHEMA_REASONS, FILE_NOTES, FINDINGS, REJECT_REASONS])
    for (const text of Object.values<SentenceRow['text']>(each))
      sentences.add(numbered({ code: '', text }).key);
  for (const name of Object.values(HEALTH_CHECKS)) sentences.add(name);
  const notes = [FUNCTION_NOTES, METHOD_NOTES, TOKEN_FUNCTION_NOTES, TYPE_NOTES, KEYWORD_NOTES];
  for (const each of notes) for (const sentence of each.values()) sentences.add(sentence);
  const known = (sentence: string) => gsql.sentences[sentence] ?? answers.sentences[sentence];
  expect([...sentences].filter((sentence) => known(sentence) === undefined)).toEqual([]);
  expect(Object.keys(gsql.sentences).filter((sentence) => !sentences.has(sentence))).toEqual([]);
});

test('every solution has its name and descriptions in both languages', () => {
  const words = solutionCatalog().flatMap(({ name, description, categories, algorithms, dataset }) => [
    ...[name, description, dataset.description],
    ...categories,
    ...algorithms,
  ]);
  expect(words.length).toBeGreaterThan(50);
  expect(words.filter((word) => answers.sentences[word] === undefined)).toEqual([]);
});

test('every action, kind and role that the audit log and pages of people name has its translation', () => {
  const summaries = Object.values<Route>(cloudApi)
    .filter(changesState)
    .map(({ summary }) => summary);
  const words = [
    ...summaries,
    ...[OTHER_AUDITED, AUDITED_KINDS, ROLE_LABELS].flatMap((each) => Object.values<string>(each)),
  ];
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((word) => answers.sentences[word] === undefined)).toEqual([]);
});

test('every region, add-on and article that pages show has its translation', () => {
  const feed = readFileSync(path.join(ROOT, 'apps/cloud/src/resources/config/feed.xml'), 'utf8');
  // The first title and description are the feed's own, which no page shows.
  const articles = [...feed.matchAll(/<(title|description)>(.+?)<\/\1>/g)]
    .slice(2)
    .flatMap(([, , text]) => text ?? []);
  const addons = AddonId.options
    .map((id) => addonOf(id, new Set()))
    .flatMap(({ Title, Description, UnavailableReason }) => [Title, Description, UnavailableReason]);
  const promises = Object.values(PROMISES).map((text) => numbered({ code: '', text }).key);
  const words = [...Object.values(AWS_REGION_NAMES), ...addons, ...articles, ...promises].filter(
    (word) => word !== '',
  );
  expect(articles).toHaveLength(16);
  expect(words.filter((word) => answers.sentences[word] === undefined)).toEqual([]);
});
