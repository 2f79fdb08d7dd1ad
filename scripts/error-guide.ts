/** The guide that lists all errors (`docs/guides/errors.md`), written from the catalogues. */
import type { ErrorRow, ErrorRows, SentenceRow } from '@acacia/base';
import { CLOUD_ERRORS } from '../apps/cloud/src/errors/catalogue.ts';
import { START_ERRORS } from '../apps/cloud/src/errors/start.ts';
import { GATEWAY_ERRORS } from '../apps/cloud/src/gateway/catalogue.ts';
import { LANGUAGE_ERRORS } from '../packages/language/src/gsql/diagnostics/catalogue.ts';
import { DIAGNOSTIC_CODES } from '../packages/language/src/gsql/diagnostics/codes.ts';
import { FUNCTION_FILES } from '../packages/language/src/gsql/diagnostics/function-files.ts';
import { WIRE_SCHEMAS } from '../packages/language/src/gsql/diagnostics/wire-schemas.ts';
import { ENGINE_CODES } from '../packages/engine/src/error-codes.ts';
import { ENGINE_ERRORS } from '../packages/engine/src/errors/catalogue.ts';
import { STORE_ERRORS } from '../packages/object-stores/src/errors.ts';
import { WORKSPACE_ERRORS } from '../apps/workspace/src/errors/catalogue.ts';
import { START_ERRORS as WORKSPACE_START_ERRORS } from '../apps/workspace/src/errors/start.ts';

/** Gives each parameter by its name: ‹name›. */
const named = new Proxy({}, { get: (_target, name) => `‹${String(name)}›` });

/** A sentence with the names of its parameters. Throws when a parameter does not merely stand in it. */
function sentence({ code, text }: SentenceRow): string {
  const sentence = text(named as never);
  if (/undefined|NaN|\[object|\n/.test(sentence)) {
    throw new Error(`The sentence of an error ${code} does more than hold its parameters: ${sentence}`);
  }
  return sentence;
}

const shown = (row: ErrorRow): string => (row.about === undefined ? sentence(row) : `(${row.about})`);

/** A text in a table: nothing in it is a mark of Markdown. */
const cell = (text: string): string => text.replaceAll(/[|<*]/g, '\\$&');

/** A table with a line for each error, by status, then as the catalogue has them. */
function table(rows: ErrorRows, codeTitle: string): string {
  const lines = Object.values(rows)
    .toSorted((a, b) => a.status - b.status)
    .map((row) => `| ${row.status} | ${cell(row.code)} | ${cell(shown(row))} | ${cell(row.help ?? '')} |`);
  return [
    `| Status | ${codeTitle} | What it says | What to do |`,
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

/** A table of what the engine says: each code with its status and subject, then its sentences. */
function codeTable(): string {
  const rows = Object.values<SentenceRow>(ENGINE_ERRORS);
  const lines = Object.entries(ENGINE_CODES).flatMap(([code, { status, about, help }]) => [
    `| ${status} | ${code} | (${cell(about)}) | ${cell(help ?? '')} |`,
    ...rows.filter((row) => row.code === code).map((row) => `|  |  | ${cell(sentence(row))} |  |`),
  ]);
  return ['| Status | Code | What it says | What to do |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** A table of what the language says: each code with its subject, then its sentences. */
function sentenceTable(prefix: string): string {
  const rows = Object.values<SentenceRow>(LANGUAGE_ERRORS);
  const lines = Object.entries(DIAGNOSTIC_CODES)
    .filter(([code]) => code.startsWith(prefix))
    .flatMap(([code, about]) => [
      `| ${code} | (${cell(about)}) |`,
      ...rows.filter((row) => row.code === code).map((row) => `|  | ${cell(sentence(row))} |`),
    ]);
  return ['| Code | What it says |', '| --- | --- |', ...lines].join('\n');
}

const list = (rows: Readonly<Record<string, SentenceRow>>): string =>
  Object.values(rows)
    .map((row) => `- ${cell(sentence(row))}`)
    .join('\n');

export const errorGuide = (): string => `# Errors

Every error that Acacia gives on purpose, with its HTTP status and what to do about it. A word such as ‹name› stands
for what an error is about. Words in parentheses say what
many sentences are about. Where the last column is empty, the sentence says what to do.

## Cloud API

Answers of \`/api\` and of the console's own calls. An error has its sentence in \`Message\`; \`ErrorDetails\` has a row for
each field at fault with its \`FieldName\`, the \`Reason\` and the \`Type\`, and \`RequestID\` is what the log of the server
knows the call by. With 429 and often with 503 the header \`Retry-After\` says in how many seconds to try again.

${table(CLOUD_ERRORS, 'Type')}

## Gateway

Answers on a workspace's address to requests that do not reach the workspace, in the same form as the workspace's own.
With 429 and often with 503 the header \`Retry-After\` says in how many seconds to try again.

${table(GATEWAY_ERRORS, 'Code')}

## Workspace

Answers of a workspace's server, in TigerGraph's form: \`error\` is true, \`message\` has the sentence, and \`code\` is there
where TigerGraph has one. Answers of the engine to queries, loads and statements of GSQL have its own codes.

${table(WORKSPACE_ERRORS, 'Code')}

## Engine

What a workspace answers to queries, loads, statements of GSQL and writes. The sentence names the query, the file, the
field or the word at fault; the code says what it is about. An exception that a query raises has the number that it was declared with.

${codeTable()}

## Stores of files

What a load, a list of files or a data source answers when a store or web server cannot be read, with the code REST-10021,
or GSQL-SEMANTIC where a data source is saved.

${list(STORE_ERRORS)}

## Starts

What a program says at the terminal, and in its log, when it cannot start.

### Acacia

${list(START_ERRORS)}

### A workspace

${list(WORKSPACE_START_ERRORS)}

## Texts of GSQL

What the editor shows while a query is written, and what the engine answers when it is created or run, with line and
column. The message names the word at fault, and often what was meant.

### Syntax

${sentenceTable('SYN')}

### Names, statements and clauses

${sentenceTable('SEM')}

### Types

${sentenceTable('TYP')}

### Advice

The text works as it is.

${sentenceTable('ADV')}

### Files of functions

What is wrong in a file of functions in JavaScript, with the number of the line.

${list(FUNCTION_FILES)}

### Schemas in JSON

What is wrong in a type of a schema in TigerGraph's JSON.

${list(WIRE_SCHEMAS)}
`;
