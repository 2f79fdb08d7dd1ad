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
import type { GuideLanguage } from './guide-language.ts';
import { WORKSPACE_ERRORS } from '../apps/workspace/src/errors/catalogue.ts';
import { START_ERRORS as WORKSPACE_START_ERRORS } from '../apps/workspace/src/errors/start.ts';

/** A text in a table: nothing in it is a mark of Markdown. */
const cell = (text: string): string => text.replaceAll(/[|<*]/g, '\\$&');

/** A row of a table. */
const line = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** The tables of the guide in one language. */
function tablesIn({ say, sentence, aside }: GuideLanguage) {
  const head = (...titles: readonly string[]): readonly string[] => [
    line(...titles.map(say)),
    line(...titles.map(() => '---')),
  ];
  const subject = (about: string): string => aside(cell(say(about)));
  const shown = (row: ErrorRow): string =>
    row.about === undefined ? cell(sentence(row)) : subject(row.about);
  const help = (text: string | undefined): string => (text === undefined ? '' : cell(say(text)));
  return {
    /** A line for each error, by status, then as the catalogue has them. */
    errors(rows: ErrorRows, codeTitle: string): string {
      const lines = Object.values(rows)
        .toSorted((a, b) => a.status - b.status)
        .map((row) => line(row.status, cell(row.code), shown(row), help(row.help)));
      return [...head('Status', codeTitle, 'What it says', 'What to do'), ...lines].join('\n');
    },
    /** Errors of the engine: each code with its status and subject, then its sentences. */
    engine(): string {
      const rows = Object.values<SentenceRow>(ENGINE_ERRORS);
      const lines = Object.entries(ENGINE_CODES).flatMap(([code, { status, about, help: advice }]) => [
        line(status, code, subject(about), help(advice)),
        ...rows.filter((row) => row.code === code).map((row) => line('', '', cell(sentence(row)), '')),
      ]);
      return [...head('Status', 'Code', 'What it says', 'What to do'), ...lines].join('\n');
    },
    /** Diagnostics of the language: each code with its subject, then its sentences. */
    language(prefix: string): string {
      const rows = Object.values<SentenceRow>(LANGUAGE_ERRORS);
      const lines = Object.entries(DIAGNOSTIC_CODES)
        .filter(([code]) => code.startsWith(prefix))
        .flatMap(([code, about]) => [
          line(code, subject(about)),
          ...rows.filter((row) => row.code === code).map((row) => line('', cell(sentence(row)))),
        ]);
      return [...head('Code', 'What it says'), ...lines].join('\n');
    },
    list: (rows: Readonly<Record<string, SentenceRow>>): string =>
      Object.values(rows)
        .map((row) => `- ${cell(sentence(row))}`)
        .join('\n'),
  };
}

export function errorGuide(language: GuideLanguage): string {
  const { say, heading } = language;
  const tables = tablesIn(language);
  const parts = [
    heading(1, 'Errors'),
    say(
      'Every error that Acacia gives on purpose, with its HTTP status and what to do about it. A word such as ‹name› stands for what an error is about. Words in parentheses say what many sentences are about. Where the last column is empty, the sentence says what to do.',
    ),
    heading(2, 'Cloud API'),
    say(
      "Answers of `/api` and of the console's own calls. An error has its sentence in `Message`; `ErrorDetails` has a row for each field at fault with its `FieldName`, the `Reason` and the `Type`, and `RequestID` is what the log of the server knows the call by. With 429 and often with 503 the header `Retry-After` says in how many seconds to try again.",
    ),
    tables.errors(CLOUD_ERRORS, 'Type'),
    heading(2, 'Gateway'),
    say(
      "Answers on a workspace's address to requests that do not reach the workspace, in the same form as the workspace's own. With 429 and often with 503 the header `Retry-After` says in how many seconds to try again.",
    ),
    tables.errors(GATEWAY_ERRORS, 'Code'),
    heading(2, 'Workspace'),
    say(
      "Answers of a workspace's server, in TigerGraph's form: `error` is true, `message` has the sentence, and `code` is there where TigerGraph has one. Answers of the engine to queries, loads and statements of GSQL have its own codes.",
    ),
    tables.errors(WORKSPACE_ERRORS, 'Code'),
    heading(2, 'Engine'),
    say(
      'What a workspace answers to queries, loads, statements of GSQL and writes. The sentence names the query, the file, the field or the word at fault; the code says what it is about. An exception that a query raises has the number that it was declared with.',
    ),
    tables.engine(),
    heading(2, 'Stores of files'),
    say(
      'What a load, a list of files or a data source answers when a store or web server cannot be read, with the code REST-10021, or GSQL-SEMANTIC where a data source is saved.',
    ),
    tables.list(STORE_ERRORS),
    heading(2, 'Starts'),
    say('What a program says at the terminal, and in its log, when it cannot start.'),
    heading(3, 'Acacia'),
    tables.list(START_ERRORS),
    heading(3, 'A workspace'),
    tables.list(WORKSPACE_START_ERRORS),
    heading(2, 'Texts of GSQL'),
    say(
      'What the editor shows while a query is written, and what the engine answers when it is created or run, with line and column. The message names the word at fault, and often what was meant.',
    ),
    heading(3, 'Syntax'),
    tables.language('SYN'),
    heading(3, 'Names, statements and clauses'),
    tables.language('SEM'),
    heading(3, 'Types'),
    tables.language('TYP'),
    heading(3, 'Advice'),
    say('The text works as it is.'),
    tables.language('ADV'),
    heading(3, 'Files of functions'),
    say('What is wrong in a file of functions in JavaScript, with the number of the line.'),
    tables.list(FUNCTION_FILES),
    heading(3, 'Schemas in JSON'),
    say("What is wrong in a type of a schema in TigerGraph's JSON."),
    tables.list(WIRE_SCHEMAS),
  ];
  return `${parts.join('\n\n')}\n`;
}
