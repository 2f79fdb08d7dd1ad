// Reads the reports of vitest and Playwright: how long each file took, and which tests failed.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './process.mjs';

const SLOWEST = 20;
const inRepository = (file) => path.relative(ROOT, path.resolve(ROOT, file));

/** Vitest's: a file without tests that failed could not be loaded. */
function ofVitest({ testResults }) {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: inRepository(name),
    ms: endTime - startTime,
  }));
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && status === 'failed') return [inRepository(name)];
    return tests.map(({ ancestorTitles, title }) =>
      [inRepository(name), ...ancestorTitles, title].join(STEP),
    );
  });
  return { files, failed, failedFiles: fileNames(failed) };
}

const STEP = ' › ';
const fileNames = (failed) => [...new Set(failed.map((name) => name.split(STEP)[0]))];

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
      if (!ok) failed.push(`${name} (${tests.map(({ results: all }) => ended(all)).join(', ')})`);
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
