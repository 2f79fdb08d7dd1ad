import { describe, expect, it } from 'vitest';
import { rewrite } from './rewrite.ts';

const IMPORT = "import { nodes as __nodes, text as __text } from '@acacia/texts';";

/** The elements of a module, rewritten. */
const rewritten = (jsx: string): string =>
  rewrite('a.tsx', `const a = ${jsx};`).code.replace(IMPORT, '').slice(10, -1);
const keysOf = (code: string): string[] => rewrite('a.tsx', code).found.map(({ key }) => key);

describe('texts of elements', () => {
  it.each([
    ['<p>Nothing runs.</p>', '<p>{__text("Nothing runs.")}</p>'],
    ['<p>\n  Two\n  lines\n</p>', '<p>{__text("Two lines")}</p>'],
    ['<p>It hasn&apos;t {"run"}</p>', `<p>{__text("It hasn't run")}</p>`],
    ['<p>Go to <b>{name}</b>, now.</p>', '<p>{__nodes("Go to {0}, now.", <b>{name}</b>)}</p>'],
    ['<p>{name} did not answer.</p>', '<p>{__nodes("{0} did not answer.", (name))}</p>'],
    ['<p>{a}{/* why */} of {b}</p>', '<p>{__nodes("{0} of {1}", (a), (b))}</p>'],
    ['<p><Icon /> Save <List /></p>', "<p><Icon />{' '}{__text(\"Save\")}{' '}<List /></p>"],
    [
      '<p>{on ? "Yes, it is" : <b>No way</b>}</p>',
      '<p>{on ? __text("Yes, it is") : <b>{__text("No way")}</b>}</p>',
    ],
    ['<p>{busy && `Read ${n} of ${m}`}</p>', '<p>{busy && __text("Read {0} of {1}", n, m)}</p>'],
    ['<p>{text ?? "None yet"}</p>', '<p>{text ?? __text("None yet")}</p>'],
    ['<p title="Close it" id="some-id" />', '<p title={__text("Close it")} id="some-id" />'],
    [
      '<p label={`Remove ${on ? "this" : name}`} />',
      '<p label={__text("Remove {0}", on ? __text("this") : name)} />',
    ],
    ['<code>SELECT it</code>', '<code>SELECT it</code>'],
    ['<p>·</p>', '<p>·</p>'],
    [
      '<p>{names.map((name) => <b key="two words">{name}</b>)}</p>',
      '<p>{names.map((name) => <b key="two words">{name}</b>)}</p>',
    ],
  ])('%s', (jsx, expected) => expect(rewritten(jsx)).toBe(expected));

  it('leaves strings that are compared, keys and texts of other attributes alone', () => {
    expect(rewritten('<p kind="Two words">{state === "Is idle" ? a : b}</p>')).toBe(
      '<p kind="Two words">{state === "Is idle" ? a : b}</p>',
    );
  });

  it('keeps the key of a marked text, its code and its line', () => {
    const code = '\nconst a = t`Delete ${name} ${n === 1 ? "row" : "rows"}?`;';
    expect(rewrite('a.ts', code).found).toEqual([
      { key: 'Delete {0} {1}?', line: 2 },
      { key: 'row', line: 2 },
      { key: 'rows', line: 2 },
    ]);
    expect(rewrite('a.ts', code).code).toContain(
      't`Delete ${name} ${n === 1 ? __text("row") : __text("rows")}?`',
    );
  });

  it('keeps the context of a marked text in its key, and its code', () => {
    const code = "const a = <p label={t.of('edge')`From`}>{t.of('badge')`New`}</p>;";
    expect(rewrite('a.tsx', code)).toEqual({
      code,
      found: [
        { key: 'From@edge', line: 1 },
        { key: 'New@badge', line: 1 },
      ],
    });
    expect(keysOf('const a = [t.at("b")`From`, other.of("c")`To`];')).toEqual([]);
  });

  it('imports nothing where there is no text', () => {
    expect(rewrite('a.ts', 'export const a = 1;')).toEqual({ code: 'export const a = 1;', found: [] });
  });

  it('refuses an entity that it does not know, and a module that cannot be parsed', () => {
    expect(() => keysOf('<p>Much &zwj; more</p>')).toThrow('&zwj;');
    expect(() => keysOf('<p>')).toThrow('a.tsx');
  });
});
