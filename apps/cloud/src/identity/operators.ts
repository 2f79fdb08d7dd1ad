/** Who operates the installation (docs/adr/0106-operators-of-an-installation.md). */
import { OPERATOR_PERMISSIONS, operatorPermissions, type OperatorPermission } from '@acacia/contract';
import * as jose from 'jose';
import { z } from 'zod';
import type { Person } from './person.ts';

const Claims = z.object({
  permissions: z.array(z.string()).catch([]),
  scope: z.string().catch(''),
});

/** The permissions of an operator in the claims `permissions` and `scope` of a verified access token. */
export function permissionsOf(payload: jose.JWTPayload): readonly OperatorPermission[] {
  const { permissions, scope } = Claims.parse(payload);
  return operatorPermissions([...permissions, ...scope.split(' ')]);
}

/**
 * As `permissionsOf`, of a token that the outside issuer has given to the control plane itself. Issuers may give ones that
 * only they can read (RFC 6749, 1.4): these name no operator.
 */
export function permissionsIn(accessToken: string): readonly OperatorPermission[] {
  try {
    return permissionsOf(jose.decodeJwt(accessToken));
  } catch (error) {
    if (error instanceof jose.errors.JWTInvalid) return [];
    throw error;
  }
}

/**
 * The same person with what they may do as an operator. A person of the embedded provider is one by an address that they
 * have proved to be theirs; an address that a directory or an invitation has given them is not.
 * @param issued what a token of the outside issuer says; null: the embedded provider signs people in
 * @param named addresses of the operators, in normal form
 */
export function asOperator(
  person: Person,
  issued: readonly OperatorPermission[] | null,
  named: readonly string[],
): Person {
  if (person.kind === 'service') return person;
  if (issued !== null) return { ...person, operator: issued };
  const isNamed = person.hasProvenEmail && named.includes(person.email);
  return isNamed ? { ...person, operator: OPERATOR_PERMISSIONS } : person;
}
