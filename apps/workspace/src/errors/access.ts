/** Errors of who asks, and of users, roles, secrets and tokens. */
import type { ErrorRows } from '@acacia/base';
import { READ_ONLY_MESSAGE } from '@acacia/engine';
import { chosen, row, type Named, type OfGraph } from './row.ts';

export const ACCESS = {
  // Authentication
  nobody: row(
    401,
    'REST-10016',
    () => "Access Denied because the input token = '' is empty or too short.",
    'Send a user and password (Basic), a token (Bearer) or a secret (GSQL-Secret) as Authorization.',
  ),
  passwordWrong: row(401, 'REST-10016', () => 'The username or password is incorrect, please try again!'),
  shellPasswordWrong: row(401, 'REST-10016', () => 'Wrong password!'),
  tokenRefused: row(
    401,
    'REST-10016',
    ({ why }: { readonly why: string }) => `Access Denied because the input token ${why}.`,
    'Ask for a new token with POST /gsql/v1/tokens.',
  ),
  secretWrong: row(401, 'REST-10016', () => 'The secret is not valid.'),
  authorizationUnknown: row(
    401,
    'REST-10016',
    () => 'Authorization must be "Basic", "Bearer" or "GSQL-Secret" with what belongs to it.',
  ),
  tooManyGuesses: row(
    429,
    'REST-10016',
    ({ wait }: { readonly wait: string }) => `Too many wrong passwords. Try again in ${wait}.`,
  ),
  passwordsBusy: chosen(
    503,
    'REST-14000',
    'too many passwords that are being checked',
    'Try again in some seconds.',
  ),
  peopleNotKnown: row(
    503,
    'REST-14000',
    () => 'The workspace has just started and does not know yet who has access. Try again in a moment.',
  ),
  noOrganisation: row(409, '', () => 'This workspace belongs to no organisation.'),
  controlPlaneOnly: row(403, '', () => 'Only the control plane may ask this.'),
  privilegeMissing: row(
    403,
    'REST-10016',
    ({ name, privilege }: Named & { readonly privilege: string }) =>
      `User '${name}' does not have the privilege ${privilege} that this needs.`,
    'Ask a superuser of the workspace to grant it, or a role that has it.',
  ),
  notSuperuser: row(
    403,
    'REST-10016',
    ({ name }: Named) => `User '${name}' is not a superuser of this workspace, which this needs.`,
  ),
  noAccessOfTheirOwn: row(
    403,
    'REST-10016',
    ({ name }: Named) => `"${name}" has no access to this workspace of their own.`,
    'An administrator of the organisation gives them a role in the workspace.',
  ),
  secondFactorNeeded: row(
    403,
    'REST-10016',
    ({ name }: Named) => `The organization demands a second factor, and "${name}" has none.`,
    'The person sets an authenticator app or a passkey up in the console, or signs in with one at the outside issuer. Tokens and secrets hold again within seconds.',
  ),
  readOnly: row(
    403,
    'READ-ONLY',
    () => READ_ONLY_MESSAGE,
    'Change it in the read-write workspace, then update this one.',
  ),
  tokenOfOtherGraph: row(
    403,
    'REST-10016',
    ({ own, graph }: { readonly own: string; readonly graph: string }) =>
      `This token is for graph '${own}', not for '${graph}'.`,
  ),
  tokenOfOneGraph: row(
    403,
    'REST-10016',
    ({ graph }: { readonly graph: string }) => `This token is for graph '${graph}' alone.`,
  ),
  statementsNeedWholeToken: row(
    403,
    'REST-10016',
    ({ graph }: { readonly graph: string }) =>
      `This token is for graph '${graph}' alone: GSQL statements need one for everything.`,
  ),
  secretsNeedWholeToken: row(403, 'REST-10016', () => 'A token for one graph cannot make secrets.'),
  secretsOfOthers: row(403, 'REST-10016', () => 'Only superusers make secrets for others.'),

  // Users, roles, secrets and tokens
  // The console looks for "doesn't exist" (specification part 3, section 8).
  noUser: row(404, '', ({ name }: Named) => `The user "${name}" doesn't exist.`),
  noUserOrRole: row(404, '', ({ name }: Named) => `There is no role and no user "${name}".`),
  userThere: row(409, '', ({ name }: Named) => `The user "${name}" already exists.`),
  userName: row(400, '', ({ reason }: { readonly reason: string }) => `username: ${reason}`),
  tooManyUsers: row(
    409,
    '',
    ({ most }: { readonly most: number }) => `There are ${most} users in this workspace. Drop some first.`,
  ),
  memberName: row(
    400,
    '',
    ({ name }: Named) =>
      `"${name}" cannot be made here: names with @ are those of the organisation's members.`,
  ),
  superuserOnly: row(
    403,
    '',
    ({ name }: Named) => `"${name}" is a superuser: only superusers change or drop them.`,
  ),
  userStays: row(400, '', ({ name }: Named) => `The user "${name}" cannot be dropped.`),
  passwordRefused: chosen(400, '', 'a password that is too short or easy to guess'),
  passwordElsewhere: row(
    404,
    '',
    ({ name }: Named) => `The password of '${name}' is not kept here: they sign in to the organisation.`,
  ),
  roleName: row(
    400,
    '',
    ({ name }: Named) => `"${name}" cannot be the name of a role.`,
    'A name begins with a letter and has letters, digits and underscores.',
  ),
  noRole: row(404, '', ({ name }: Named) => `The role "${name}" does not exist.`),
  roleThere: row(409, '', ({ name }: Named) => `The role "${name}" already exists.`),
  roleNamedAsUser: row(
    409,
    '',
    ({ name }: Named) => `"${name}" is the name of a user or group: a role needs another.`,
  ),
  noGroup: row(404, '', ({ name }: Named) => `The group "${name}" does not exist.`),
  groupThere: row(409, '', ({ name }: Named) => `There is a group, user or role "${name}" already.`),
  groupName: row(
    400,
    '',
    ({ name }: Named) => `"${name}" cannot be the name of a group.`,
    'A name begins with a letter and has letters, digits and underscores.',
  ),
  groupMember: row(
    400,
    '',
    ({ name }: Named) => `"${name}" is no user of this workspace: only its own users are members of groups.`,
  ),
  groupRule: row(
    400,
    '',
    ({ rule }: { readonly rule: string }) =>
      `"${rule}" is not a rule: name a claim and its value as in group=hr, or an expression as in regex: group=^hr-.`,
  ),
  tooManyGroups: row(
    409,
    '',
    ({ most }: { readonly most: number }) => `There are ${most} groups in this workspace. Drop some first.`,
  ),
  roleBuiltIn: row(400, '', ({ name }: Named) => `The role "${name}" is built in and cannot be dropped.`),
  roleFixed: row(
    400,
    '',
    ({ name }: Named) => `The role "${name}" is built in: what it may do stays as it is.`,
    'Make a role of your own with CREATE ROLE.',
  ),
  roleNotHeld: row(
    400,
    '',
    ({ user, role }: { readonly user: string; readonly role: string }) =>
      `The user "${user}" does not have the role "${role}" here.`,
  ),
  roleIsGlobal: row(
    400,
    '',
    ({ name }: Named) => `The role "${name}" is a global one: it is granted without ON GRAPH.`,
  ),
  roleOfGraph: row(
    400,
    '',
    ({ name, graph }: OfGraph) => `The role "${name}" is one of the graph '${graph}' alone.`,
  ),
  privilegeIsGlobal: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) =>
      `The privilege ${privilege} is one of the global scope alone.`,
  ),
  privilegesNotHeld: row(400, '', ({ name }: Named) => `"${name}" does not have these privileges here.`),
  noPrivilege: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) => `There is no privilege ${privilege}.`,
  ),
  privilegeOnTypes: row(
    400,
    '',
    () => 'Privileges on single types and attributes are not supported: grant them on ALL DATA.',
  ),
  privilegeOnSingle: row(
    400,
    '',
    ({ what }: { readonly what: string }) => `Privileges on a single ${what} are not supported: use ALL.`,
  ),
  privilegeWithIn: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) =>
      `${privilege} is granted ON GRAPH or ON GLOBAL; IN is for verbs such as READ.`,
  ),
  privilegeOnQueryWithoutGraph: row(400, '', () => 'A query is of a graph: say IN GRAPH.'),
  privilegeOnAllQueries: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) => `${privilege} is granted on ALL QUERIES, not on one.`,
  ),
  privilegeOnOneQuery: row(
    400,
    '',
    ({ privilege }: { readonly privilege: string }) =>
      `${privilege} is about one query: GRANT … ON QUERY grants it.`,
  ),
  privilegeOnNoQueries: row(
    400,
    '',
    () => 'There are no such queries yet: privileges on queries are for those that are there.',
  ),
  grantOnUnknownQuery: row(
    400,
    '',
    ({ name, graph }: OfGraph) => `The query '${name}' does not exist in graph '${graph}'.`,
  ),
  grantOnUnknownGraph: row(
    400,
    '',
    ({ graph }: { readonly graph: string }) => `The graph '${graph}' does not exist.`,
  ),
  notOfWorkspaces: row(
    400,
    '',
    ({ words }: { readonly words: string }) =>
      `${words} cannot be done here: tokens are asked for by POST /gsql/v1/tokens, and groups are of the organisation.`,
  ),
  noSecretOfAlias: row(
    404,
    '',
    ({ alias }: { readonly alias: string }) => `The secret with alias '${alias}' does not exist.`,
  ),
  noSecret: row(404, '', ({ name }: Named) => `The secret '${name}' does not exist.`),
  secretThere: row(
    409,
    '',
    ({ alias }: { readonly alias: string }) => `The secret with alias '${alias}' already exists.`,
  ),
  tooManySecrets: row(
    409,
    '',
    ({ most }: { readonly most: number }) => `There are ${most} secrets of yours. Drop some first.`,
  ),
  secretValueGiven: row(
    400,
    'REST-30000',
    () => 'value: the workspace makes the values of secrets. Leave it out.',
  ),
  noToken: row(404, 'REST-10016', () => 'The token is not valid.'),
  tokensMissing: row(400, '', () => 'tokens: the tokens to drop are missing.'),
  tokenNotGood: row(400, '', ({ why }: { readonly why: string }) => `The token ${why}.`),
} as const satisfies ErrorRows;
