import * as jose from 'jose';
import { expect, it } from 'vitest';
import { permissionsIn } from './operators.ts';

it('reads the permissions of an operator in a token of the outside issuer', () => {
  const token = new jose.UnsecuredJWT({ permissions: ['read:org', 'admin'], scope: 'read:billing' }).encode();
  expect(permissionsIn(token)).toEqual(['read:org', 'read:billing']);
});

it.each(['ya29.a0AfB_opaque', 'opaque', 'a.b.c', 'a.b.c.d.e', ''])(
  'takes nobody for an operator by %j, which only the issuer can read',
  (token) => {
    expect(permissionsIn(token)).toEqual([]);
  },
);
