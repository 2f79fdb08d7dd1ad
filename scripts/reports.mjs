// Reads the reports of vitest and Playwright: how long each file took, and which tests failed.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './process.mjs';

const SLOWEST = 20;
const inRepository = (file) => path.relative(ROOT, path.resolve(ROOT, file));

/** Vitest's: a file without tests that failed could not be loaded. */
function ofVitest({ testResults }) {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: inRepository(name),
    ms: endTime - startTime,
  }));
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && status === 'failed') return [inRepository(name) + sayingOf([message])];
    return tests.map(
      ({ ancestorTitles, title, failureMessages }) =>
        [inRepository(name), ...ancestorTitles, title].join(STEP) + sayingOf(failureMessages ?? []),
    );
  });
  return { files, failed, failedFiles: fileNames(failed) };
}

const STEP = ' › ';
const MOST_MESSAGE_LINES = 12;

/** The begin of what a test says of its failure, without colours, indented below its name. */
function sayingOf(messages) {
  const [first = ''] = messages.filter((message) => message !== undefined);
  const lines = stripVTControlCharacters(first).split('\n');
  return lines
    .slice(0, MOST_MESSAGE_LINES)
    .map((line) => `\n      ${line}`)
    .join('');
}

const fileNames = (failed) => [...new Set(failed.map((name) => name.split('\n')[0].split(STEP)[0]))];

const ended = (results) => results.at(-1)?.status ?? 'not run';

/** Playwright's: suites in suites, the outermost are files. An error outside of tests has no name. */
function ofPlaywright({ suites, errors, config }) {
  const specsOf = (suite, titles) => [
    ...suite.specs.map((spec) => ({ ...spec, name: [...titles, spec.title].join(STEP) })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...titles, inner.title])),
  ];
  const files = [];
  const failed = errors.map(({ message }) => String(message).split('\n')[0]);
  for (const suite of suites) {
    const file = inRepository(path.join(config.rootDir, suite.file));
    const specs = specsOf(suite, [file]);
    const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
    files.push({ file, ms: results.reduce((sum, { duration }) => sum + duration, 0) });
    for (const { name, ok, tests } of specs) {
      const all = tests.flatMap((test) => test.results);
      if (!ok) failed.push(`${name} (${ended(all)})${sayingOf(all.map(({ error }) => error?.message))}`);
    }
  }
  // An error outside of tests is of no file.
  return { files, failed, failedFiles: errors.length > 0 ? [] : fileNames(failed) };
}

/** Of a report that was written; undefined where the tests ended before they could write one. */
export function readReport(file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { files, ...rest } = 'testResults' in report ? ofVitest(report) : ofPlaywright(report);
  return { ...rest, slowest: files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST) };
}

const MOST_LINES = 20;

/** Of a check without a report: the lines that name what is wrong, or else the last ones. */
export function failuresIn(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => /\bFAULT\b|\berror\b|\bdiffer/i.test(line));
  return (telling.length > 0 ? telling : lines).slice(-MOST_LINES);
}

const LAST_LINES = 80;

/** The last lines of an output, without those at its end that are empty. */
export const endOf = (output) => output.trimEnd().split('\n').slice(-LAST_LINES);
