import { orgDisplayNameFault, orgNameFault } from '@acacia/contract';
import { expect, it } from 'vitest';
import { displayNameOfFounder, nameOfFounder } from './organization-name.ts';

it.each([
  ['ada.lovelace@example.org', 'Ada King', 'ada-king', "Ada King's organization"],
  ['ada.lovelace@example.org', 'ada.lovelace@example.org', 'ada-lovelace', "Ada Lovelace's organization"],
  ['zoë+news@example.org', '', 'zoe', "Zoë's organization"],
  ['a@b.example', '', 'a-org', "A's organization"],
  ['名前@例え.example', '', 'own-org', "名前's organization"],
  ['--x--@example.org', '\n ', 'x-org', "X's organization"],
  ['+@example.org', '', 'own-org', 'My organization'],
  ['x@example.org', 'x'.repeat(64), 'x'.repeat(38), `${'x'.repeat(35)}'s organization`],
  ['ann@example.org', 'Ann\u0000\nBee', 'ann-bee', "Ann Bee's organization"],
])('%s of the name %j gives %s', (email, name, orgName, displayName) => {
  const founder = { email, name };
  expect([nameOfFounder(founder), displayNameOfFounder(founder)]).toEqual([orgName, displayName]);
  expect([orgNameFault(orgName), orgDisplayNameFault(displayName)]).toEqual([null, null]);
});
