/** The guide that lists the calls of a workspace (`docs/guides/calls.md`), written from their table. */
import {
  answerForm,
  CALL_GROUPS,
  PREFIXES,
  type Requirement,
  type WorkspaceCall,
} from '../packages/contract/src/index.ts';
import type { GuideLanguage } from './guide-language.ts';

const NEEDS: Readonly<Partial<Record<Requirement, string>>> = {
  public: 'nothing',
  signedIn: 'a sign-in',
  statements: 'per statement',
  superuser: 'superuser',
};

/** A text in a table: nothing in it is a mark of Markdown. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const written = (name: string): string => name.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{…}');

function parameters({ parameters: schema }: WorkspaceCall): string {
  return Object.entries(schema?.shape ?? {})
    .map(([name, field]) => (field.safeParse(undefined).success ? `\`${name}\`` : `**\`${name}\`**`))
    .join(' ');
}

const BODIES = { text: 'text', lines: 'lines', bytes: 'a file' } as const;

function bodyOf({ body }: WorkspaceCall): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? BODIES[body] : 'JSON';
}

/** The tables of the guide in one language. */
function tablesIn({ say, heading }: GuideLanguage) {
  const head = (...titles: readonly string[]): string =>
    `| ${titles.map(say).join(' | ')} |\n| ${titles.map(() => '---').join(' | ')} |`;
  const row = ([name, call]: readonly [string, WorkspaceCall]): string => {
    const needs = NEEDS[call.needs];
    return `| ${[
      `\`${written(name)}\``,
      cell(say(call.about)),
      needs === undefined ? call.needs : say(needs),
      parameters(call),
      say(bodyOf(call)),
      answerForm(name, call),
    ].join(' | ')} |`;
  };
  return {
    group: ({ title, calls }: (typeof CALL_GROUPS)[number]): string => {
      const rows = Object.entries(calls)
        .filter(([, { needs, refused }]) => needs !== 'controlPlane' && refused === undefined)
        .map(row);
      const titles = head('Call', 'What it does', 'Needs', 'Parameters', 'Body', 'Answer');
      return `${heading(2, title)}\n\n${titles}\n${rows.join('\n')}`;
    },
    /** Calls that are not served, with the reason that they answer with. */
    refused: (): string =>
      [
        head('Call', 'Why'),
        ...CALL_GROUPS.flatMap(({ calls }) => Object.entries(calls)).flatMap(([name, { refused }]) =>
          refused === undefined ? [] : [`| \`${written(name)}\` | ${cell(say(refused))} |`],
        ),
      ].join('\n'),
    prefixes: (): string =>
      [
        head('Address', 'Call'),
        ...PREFIXES.map(
          ({ from, to }) => `| \`${cell(from.replaceAll('(?:', '('))}\` | \`${to.replace('$1', '…')}\` |`,
        ),
      ].join('\n'),
  };
}

const INTRODUCTION =
  "Every call of a workspace's server, for programs that were written for TigerGraph and for your own. `/api/openapi.json` of a workspace has the same as OpenAPI 3.1, with the shapes of bodies and answers; `docs/api/workspace.json` is a copy. How to sign in and which client to use is in [connecting](connecting.md), what each error means in [errors](errors.md).";

/** How to read the tables. */
const POINTS = [
  '**Needs** is the privilege that the caller must have in the graph that the call names, or globally where it names none.',
  '**Parameters** stand in the address; those in bold are needed.',
  '**Answer**: `restpp` is `{version, error, message, results, code}`, `gsql` is `{error, message, results}`, `json` has no envelope, `lines` is a JSON value a line, `events` an event stream.',
  'Headers of calls that run queries: `GSQL-TIMEOUT` (milliseconds), `GSQL-QueryLocalMemLimitMB`, `RESPONSE-LIMIT` (bytes), `GSQL-ASYNC: true` (runs in the background), `Profile: BASIC`.',
];

export function callGuide(language: GuideLanguage): string {
  const { say, heading } = language;
  const tables = tablesIn(language);
  const parts = [
    heading(1, 'Calls of a workspace'),
    say(INTRODUCTION),
    POINTS.map((point) => `- ${say(point)}`).join('\n'),
    ...CALL_GROUPS.map(tables.group),
    heading(2, 'Not served'),
    say(
      'What makes no sense on one machine, or is done another way here, is refused with status 400 and the sentence that stands here.',
    ),
    tables.refused(),
    heading(2, 'Other addresses'),
    say('These lead to the same calls: what stands on the left is replaced by what stands on the right.'),
    tables.prefixes(),
  ];
  return `${parts.join('\n\n')}\n`;
}
