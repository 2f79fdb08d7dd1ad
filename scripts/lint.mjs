// Types and lint rules of the whole repository, by one program: rules that ask for a type find it computed.
// Usage: node scripts/lint.mjs
import { ESLint } from 'eslint';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './process.mjs';

const mistakes = [];
const config = ts.getParsedCommandLineOfConfigFile(
  path.join(ROOT, 'tsconfig.json'),
  { incremental: false, tsBuildInfoFile: undefined },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (mistake) => mistakes.push(mistake) },
);
const program = ts.createProgram({
  rootNames: config.fileNames,
  options: config.options,
  configFileParsingDiagnostics: config.errors,
});
mistakes.push(...ts.getPreEmitDiagnostics(program));
if (mistakes.length > 0) {
  const host = {
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  console.log(ts.formatDiagnostics(mistakes, host));
}

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    // Linted without types.
    ignores: ['scripts/**'],
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
  },
});
const results = await eslint.lintFiles('.');
const findings = await (await eslint.loadFormatter('stylish')).format(results);
if (findings !== '') console.log(findings);
const clean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exitCode = clean && mistakes.length === 0 ? 0 : 1;
