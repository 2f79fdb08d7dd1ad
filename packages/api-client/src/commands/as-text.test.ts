import { cloudApi } from '@acacia/contract';
import { expect, test } from 'vitest';
import { asCommand, asCurl, shellWord } from './as-text.ts';
import { fieldsOf } from './fields.ts';

const params = { workgroup_id: 'g', workspace_id: "o'w" };

test.each([
  ['plain-1.2', 'plain-1.2'],
  ['', "''"],
  ['a b', "'a b'"],
  ["it's $HOME", String.raw`'it'\''s $HOME'`],
  ['~', "'~'"],
])('%j is the word %s of a shell', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('a call is a line of acacia: true is bare, a list is repeated, an object is JSON, null is written', () => {
  const body = { threshold: 5, recipientList: ['a@x.org', 'b@x.org'] };
  expect(asCommand('updateAlertRule', { params: { ...params, rule_id: 'r' }, body })).toBe(
    String.raw`acacia alert-rules update --workgroup g --workspace 'o'\''w' --rule-id r --threshold 5 --recipient-list a@x.org --recipient-list b@x.org`,
  );
  expect(asCommand('enableAllowList', { params, body: { accept_lockout: true } })).toMatch(
    / --accept-lockout$/,
  );
  expect(asCommand('enableAllowList', { params, body: { accept_lockout: false } })).toMatch(
    / --accept-lockout false$/,
  );
  expect(asCommand('setGroupRole', { params: { group_id: 'g' }, body: { role: null } })).toMatch(
    / --role null$/,
  );
  expect(asCommand('saveImportDraft', { params, body: { draft: null }, version: 3 })).toMatch(
    / --draft null --at-version 3$/,
  );
});

test('a call is a line of curl: the path encoded, the body quoted, the credential a variable', () => {
  const body = { name: "it's" };
  expect(
    asCurl('createBackup', { params: { ...params, workspace_id: 'o w' }, body }, 'https://a.example'),
  ).toBe(
    [
      String.raw`curl -X POST https://a.example/api/v2/workgroups/g/workspaces/o%20w/backups \ `.trimEnd(),
      String.raw`  -H "Authorization: Bearer $ACACIA_API_KEY" \ `.trimEnd(),
      String.raw`  -H 'content-type: application/json' \ `.trimEnd(),
      String.raw`  -d '{"name":"it'\''s"}'`,
    ].join('\n'),
  );
  expect(asCurl('getClientConfig', {}, 'https://a.example')).toBe(
    'curl -X GET https://a.example/api/config/client',
  );
});

test('fields know what they take, whether they are needed, and what they begin with', () => {
  const fields = Object.fromEntries(fieldsOf(cloudApi.createWorkspace).map((field) => [field.flag, field]));
  expect(fields['workgroup']).toMatchObject({ place: 'params', kind: 'text', isRequired: true });
  expect(fields['auto-stop-minutes']).toMatchObject({
    kind: 'number',
    isRequired: false,
    about: 'Default: 60.',
  });
  expect(fields['enable-ha']).toMatchObject({ kind: 'boolean' });
  expect(fields['addons']).toMatchObject({ kind: 'json' });
});
