/**
 * The catalogue of errors of the cloud API: each error's type, its sentence, and what to do where the sentence does not
 * say so. Sentences that the console shows too are in the contract. Listed in `docs/guides/errors.md`.
 */
import type { ErrorRows } from '@acacia/base';
import {
  API_KEYS_MOST,
  BACKUP_NEEDS_ACTIVE,
  blockedFromGroup,
  dbUsersNeedActive,
  FREE_TIER_SUSPENDS,
  LOGO_BYTES,
  MOST_PASSKEYS,
  nameTaken,
  NO_ACTIVE_WRITER,
  NO_FREE_AUTO_BACKUP,
  NO_SNAPSHOT_SOURCE,
  profileNeedsActive,
  PROVIDER_UNAVAILABLE,
  PENDING_MOST,
  READ_ONLY_HA,
  SCIM_LIMITS,
  SIZE_NOT_AVAILABLE,
  TOO_MANY_ALERT_RULES,
  USER_TEXTS,
  type ErrorType,
} from '@acacia/contract';
import { row } from './row.ts';
import { SAVED_ERRORS } from './saved.ts';

/** An error whose sentence comes from a rule elsewhere. `about`: its subject, for the list. */
const chosen = (code: ErrorType, about: string, help?: string) => ({
  ...row(code, ({ reason }: { readonly reason: string }) => reason, help),
  about,
});

export const CLOUD_ERRORS = {
  // Any call
  noSuch: row(
    'Not-Found',
    ({ what }: { readonly what: string }) => `There is no such ${what}.`,
    'Look at the id. It may have been removed, or belong to another organisation.',
  ),
  invalidInput: chosen(
    'Bad-Request',
    'fields of the request that are not as the call has them',
    'The details of the answer name each field at fault.',
  ),
  requestInvalid: row('Bad-Request', () => 'The request is not valid.'),
  requestUnreadable: chosen(
    'Bad-Request',
    'a request that cannot be read',
    'Look at its head and its address.',
  ),
  textNotStorable: chosen(
    'Bad-Request',
    'a text with characters that no database keeps as they are',
    'Leave them out.',
  ),
  bodyTooLarge: row('Bad-Request', () => 'The body of the request is too large.', 'It may have 1 MiB.'),
  bodyNotJson: row(
    'Bad-Request',
    () => 'The body of the request must be JSON (application/json).',
    'Send the header Content-Type: application/json.',
  ),
  jsonInvalid: row(
    'Bad-Request',
    ({ why }: { readonly why: string }) => `The body of the request is not valid JSON: ${why}.`,
  ),
  notAllowed: chosen(
    'Forbidden',
    'what the caller has no right to',
    'Ask an administrator of the organisation for a role that may do it.',
  ),
  tooManyRequests: row(
    'Too-Many-Requests',
    ({ wait }: { readonly wait: string }) => `Too many requests. Try again in ${wait}.`,
  ),
  stateRefused: chosen(
    'Conflict',
    'an action that the status of the workspace does not allow',
    'The sentence says in which status it can be done.',
  ),
  internal: row(
    'Internal-Error',
    () => 'Something went wrong in the server. The log of the server says more, under this request id.',
    'This is a fault of Acacia: tell it with the request id and what the log says.',
  ),
  databaseAway: row(
    'Unavailable',
    () =>
      'The database of the control plane cannot be reached at the moment. Running workspaces go on serving. Try again in a few seconds.',
  ),
  diskFull: row(
    'Unavailable',
    () =>
      'The disk of the control plane is full: nothing was changed. Free some space on its machine and try again.',
  ),

  tooMuchFeedback: row(
    'Quota-Exceed',
    ({ most }: { readonly most: number }) =>
      `Feedback is given at most ${most} times a day. Try again tomorrow, or write to the support.`,
  ),

  tooManyQuestions: row(
    'Quota-Exceed',
    ({ most }: { readonly most: number }) =>
      `The support is asked at most ${most} times a day. Try again tomorrow.`,
  ),

  // Billing
  chargesNothing: row(
    'Conflict',
    () => 'This Acacia charges nothing: there are no cards, no customer and no method of payment.',
    'Whoever runs it can turn charging on (docs/guides/billing.md).',
  ),
  paymentAway: row(
    'Unavailable',
    () =>
      'The payment provider cannot be reached at the moment. Nothing was charged. Try again in a few minutes.',
  ),
  paymentRefused: row(
    'Conflict',
    ({ reason }: { readonly reason: string }) => `The payment provider refuses: ${reason}`,
  ),
  cardNeeded: row(
    'Conflict',
    () => 'No card is charged yet: add one, or name the one to charge.',
    'createBillingSession leads to the page where a card is added.',
  ),
  subscriptionNotConfirmed: row(
    'Conflict',
    () => 'The organization has no subscription of AWS Marketplace that AWS has confirmed.',
    'Acacia knows subscriptions as pending alone: pay by card.',
  ),
  webhookUnsigned: row(
    'Bad-Request',
    () => 'The event is not signed by the payment provider, or too long ago.',
    'Compare ACACIA_STRIPE_WEBHOOK_SECRET with the signing secret of the webhook, and the clock of this machine.',
  ),
  creditGate: row(
    'Quota-Exceed',
    ({ organization }: { readonly organization: string }) =>
      `The credits of the organization ${organization} are used up, and there is no card to charge. Workspaces cannot be created or resumed until a credit card is added.`,
    'An organization admin or billing admin adds a card under Bills.',
  ),
  usageBackwards: row('Bad-Request', () => 'The last day must not be before the first one.'),
  usageTooLong: row(
    'Bad-Request',
    ({ most }: { readonly most: number }) => `Usage is shown for at most ${most} days.`,
  ),

  // Sign-in
  signInNeeded: row(
    'Unauthorized',
    () => 'Sign in to use this call.',
    'Send a token of `npm run token`, or of your identity provider, as Authorization: Bearer …, or an API key as x-api-key.',
  ),
  signedOut: row('Unauthorized', () => 'You are signed out. Sign in again.'),
  tokenExpired: row('Unauthorized', () => 'The access token has expired. Sign in again.'),
  tokenNotValid: row('Unauthorized', () => 'The access token is not valid here. Sign in again.'),
  accountGone: row(
    'Unauthorized',
    () => 'The account of this access token is no longer there.',
    'Ask an administrator of the organisation.',
  ),
  twoCredentials: row(
    'Bad-Request',
    () => 'Send an access token or an API key, not both.',
    'Leave out the header Authorization or the header x-api-key.',
  ),
  apiKeyNotValid: row(
    'Unauthorized',
    () => 'The API key is not valid here.',
    'It may have been deleted. An organization admin creates another one in the settings.',
  ),
  apiKeyExpired: row(
    'Unauthorized',
    () => 'The API key has expired.',
    'An organization admin creates another one in the settings.',
  ),
  apiKeysOff: row(
    'API-Disabled',
    () => 'API keys are turned off on this installation.',
    'Whoever runs it turns them on by the setting ACACIA_API_KEYS.',
  ),
  ofPeople: row(
    'Forbidden',
    () => 'This call is for people: an API key cannot make it.',
    'Sign in and use an access token.',
  ),
  tooManyApiKeys: row(
    'Conflict',
    () => `An organization can have ${API_KEYS_MOST} API keys. Delete one first.`,
  ),
  logoUnusable: chosen('Bad-Request', 'a logo that is no picture, or too large', 'Choose another picture.'),
  logoNotFetched: row(
    'Bad-Request',
    () => `There is no picture of at most ${LOGO_BYTES / 1024} KB at this address, or it cannot be reached.`,
    'The address must be a public one. Upload the picture as a file.',
  ),
  emailNotVerified: row(
    'Unauthorized',
    () => 'Verify your e-mail address with your identity provider, then sign in again.',
  ),
  emailNotPlain: row(
    'Forbidden',
    () =>
      'Your identity provider gives an e-mail address that cannot be used here. Use a plain one, such as ann@example.org.',
    'Spaces and look-alike letters, full-width ones say, are refused: they could pass for the address of someone else.',
  ),
  notInvited: row(
    'Forbidden',
    ({ email }: { readonly email: string }) => `Nobody has invited ${email} to an organisation here.`,
    'Ask an administrator of the organisation for an invitation. The setting ACACIA_STRANGERS says who needs none.',
  ),
  noOrganisation: row(
    'Forbidden',
    () => 'You belong to no organisation yet.',
    'Ask an administrator of the organisation for an invitation.',
  ),
  notInOrganisation: row(
    'Forbidden',
    () => 'You do not belong to this organisation, or not any more.',
    'Choose another organisation, or ask an administrator of this one for an invitation.',
  ),
  taskNotDone: row(
    'Conflict',
    ({ task }: { readonly task: string }) => `Nothing shows yet that the task "${task}" is done.`,
    'Do it first; loaded data is noticed within a minute.',
  ),
  tooManySubscriptions: row(
    'Conflict',
    ({ most }: { readonly most: number }) =>
      `The organization has ${most} subscriptions of marketplaces, which is the most.`,
  ),
  subscriptionTaken: row(
    'Conflict',
    () => 'The subscription belongs to another organization here.',
    'Work in that organization, or subscribe once more at the marketplace.',
  ),
  marketplaceToken: row(
    'Bad-Request',
    () => 'must be the token that the marketplace sends',
    'Come from the page of the subscription at the marketplace.',
  ),
  secondFactorNeeded: row(
    'Second-Factor-Needed',
    () => 'This organization wants a second factor of its people, and you have none.',
    'Set an authenticator app or a passkey up in the console. Where an outside issuer signs you in, use one there and sign in again.',
  ),
  secondFactorFirst: row(
    'Conflict',
    () => 'You have no second factor yourself.',
    'Set up an authenticator app or a passkey first; where an outside issuer signs you in, sign in with one there. You could not turn this off otherwise.',
  ),
  mayFoundNone: row(
    'Forbidden',
    () =>
      'You belong to no organisation yet. Open the link in the mail of your invitation, or ask an administrator for one.',
    'People join by invitation here. The setting ACACIA_STRANGERS says who may found an organisation.',
  ),
  nothingToAcquire: row(
    'Conflict',
    () => 'There is no place for a first workspace: no active cloud provider, or no size that is allowed.',
    'Look at the catalogue (ACACIA_CATALOG) and at the memory limit of the organisation.',
  ),
  deactivatedFoundsNone: row(
    'Forbidden',
    () => 'The directory of your organization has deactivated you, and you belong to no other one.',
    'Ask an administrator of the organization to activate or to remove you.',
  ),
  hasOrganisation: row(
    'Conflict',
    () => 'You belong to an organisation already.',
    'Load the page again to work in it.',
  ),
  fromAnotherSite: row(
    'Forbidden',
    () => 'The call came from another site.',
    'Use the console at its own address (ACACIA_PUBLIC_URL).',
  ),
  identityProviderAway: row(
    'Unavailable',
    () => 'The identity provider cannot be reached.',
    'Try again in a moment. If it lasts, look whether the issuer (OIDC_ISSUER) answers.',
  ),
  issuerAway: row(
    'Unavailable',
    ({ issuer }: { readonly issuer: string }) =>
      `The identity provider ${issuer} cannot be reached. Try again in a moment.`,
  ),
  tokensElsewhere: row(
    'Conflict',
    () => 'People sign in with an outside issuer (OIDC_ISSUER): get the token there.',
  ),
  noUserWithEmail: row(
    'Not-Found',
    ({ email }: { readonly email: string }) => `There is no user with the e-mail ${email}.`,
  ),
  passwordElsewhere: row(
    'Conflict',
    () => 'Your password is kept by your identity provider. Change it there.',
  ),
  passwordRefused: chosen('Bad-Request', 'a new password that is too easy to guess'),
  passwordUnchanged: row('Bad-Request', () => 'This is the password that you have.', 'Choose another one.'),
  passwordWrong: row('Bad-Request', () => 'This is not your password.'),
  passwordsBusy: chosen(
    'Unavailable',
    'too many passwords that are being checked',
    'Try again in some seconds.',
  ),
  factorsElsewhere: row(
    'Conflict',
    () => 'Your identity provider asks for second factors. Set them up there.',
  ),
  enrolmentGone: row(
    'Conflict',
    () => 'This was begun more than ten minutes ago, or in another tab since. Begin again.',
  ),
  appCodeWrong: row(
    'Bad-Request',
    () => 'This is not the code that the app shows now.',
    'The clocks of app and server may differ by half a minute.',
  ),
  passkeyNotAccepted: row(
    'Bad-Request',
    () => 'This passkey cannot be accepted.',
    'It must be made for this address, and ask for a PIN, finger or face.',
  ),
  passkeyKnown: row('Conflict', () => 'This passkey is known already.'),
  passkeysImpossible: chosen('Conflict', 'an address at which browsers use no passkeys'),
  tooManyPasskeys: row(
    'Conflict',
    () => `A person can have ${MOST_PASSKEYS} passkeys.`,
    'Remove one that is used no longer.',
  ),
  noFactor: row(
    'Conflict',
    () => 'Recovery codes need an authenticator app or a passkey.',
    'Set one up first.',
  ),
  tooManyAttempts: row('Too-Many-Requests', () => 'Too many attempts. Try again later.'),
  metricsNotAllowed: row(
    'Unauthorized',
    () => 'Reading metrics needs ACACIA_METRICS_TOKEN, or the access token of an organisation admin.',
  ),

  // Members and network
  nobodyWithEmail: row(
    'Bad-Request',
    ({ email }: { readonly email: string }) => `Nobody in your organization has the e-mail ${email}.`,
    'GET /api/users lists the people.',
  ),
  roleFromAbove: row(
    'Conflict',
    (held: { readonly email: string; readonly role: string; readonly scope: string }) =>
      `${held.email} has the role ${held.role} from the ${held.scope}. It can be taken there alone.`,
  ),
  notYourself: row('Conflict', () => USER_TEXTS.notYourself),
  notYourOwnRole: row('Conflict', () => USER_TEXTS.notYourOwnRole),
  notYourFactors: row('Conflict', () => USER_TEXTS.notYourFactors),
  factorsNotYours: row(
    'Conflict',
    ({ email }: { readonly email: string }) =>
      `${email} belongs to other organizations as well, so that no single one can remove the second factors.`,
    'The person signs in with a recovery code and sets up others.',
  ),
  factorsOfInvited: row(
    'Conflict',
    ({ email }: { readonly email: string }) => `${email} has not accepted the invitation yet.`,
    'Second factors of an account are no business of an organisation before.',
  ),
  noFactors: row(
    'Conflict',
    ({ email }: { readonly email: string }) => `${email} has no authenticator app and no passkey.`,
  ),
  onlyPending: row('Conflict', () => USER_TEXTS.onlyPending),
  tooManyInvitations: row(
    'Too-Many-Requests',
    () => 'Several invitations were sent already. Wait an hour before sending another one.',
  ),
  roleFromGroup: row(
    'Conflict',
    ({ email, group }: { readonly email: string; readonly group: string }) =>
      `${email} has this role by the group '${group}' of your directory.`,
    'Take the person out of that group in the directory, or give the group another role in the settings.',
  ),
  lastAdmin: row(
    'Conflict',
    () => 'The organization would be left without an admin who can sign in.',
    'Make another person organization admin first. API keys do not count.',
  ),
  tooManyPending: row(
    'Conflict',
    () =>
      `Your organization has ${PENDING_MOST.toLocaleString('en')} pending invitations, more cannot be sent. Delete some first.`,
  ),
  ownWorkspaceRole: row('Conflict', () => USER_TEXTS.ownWorkspaceRole),
  dbUsersNeedActive: row('Conflict', (workspace: { readonly name: string; readonly status: string }) =>
    dbUsersNeedActive(workspace.name, workspace.status),
  ),
  dbUserRefused: chosen('Bad-Request', 'a database user that its workspace does not take'),
  noDbUser: chosen('Not-Found', 'a database user that the workspace does not have'),
  dbUserConflict: chosen('Conflict', 'a database user that the workspace has already, or one too many'),
  dbUsersAway: row(
    'Unavailable',
    ({ why }: { readonly why: string }) => `The workspace could not manage its database users: ${why}`,
    'Look whether the workspace is Active, then try again.',
  ),
  ownAddressShutOut: row(
    'Conflict',
    ({ address }: { readonly address: string }) =>
      `Your own address ${address} would not be allowed any more, and you could not reach the data of this workgroup. Allow it first, or confirm.`,
  ),
  notARange: row(
    'Bad-Request',
    ({ text }: { readonly text: string }) =>
      `'${text}' is not a range of addresses such as 192.0.2.0/24 or 2001:db8::/32.`,
  ),
  rangeListed: row(
    'Conflict',
    ({ cidr }: { readonly cidr: string }) => `The range ${cidr} is in the list already.`,
  ),
  tooManyRanges: row(
    'Conflict',
    ({ most }: { readonly most: number }) =>
      `The list has ${most} ranges, more cannot be added. Join some of them.`,
  ),
  addressNotAllowed: row(
    'Forbidden',
    ({ ip }: { readonly ip: string }) => blockedFromGroup(ip),
    'Let an administrator of the workgroup add your address to its allow-list.',
  ),

  // Provisioning by a directory (SCIM)
  scimTokenNotValid: row(
    'Unauthorized',
    () => 'The provisioning token is not valid.',
    'An organization admin makes one in the settings; a new one ends the one before.',
  ),
  scimFilterRefused: chosen(
    'Bad-Request',
    'a SCIM filter that is not understood',
    'Filters compare with eq and join with and, or and parentheses: userName eq "ann@example.org".',
  ),
  scimPathRefused: row(
    'Bad-Request',
    ({ path }: { readonly path: string }) => `'${path}' is not a path of a SCIM operation.`,
    'A path names an attribute, as in name.familyName or members[value eq "id"].',
  ),
  scimValueRefused: chosen('Bad-Request', 'a value of a SCIM request that its attribute cannot have'),
  scimEmailNeeded: row(
    'Bad-Request',
    () => 'A person needs an e-mail address: in emails, or as userName.',
    'Letters beyond the English alphabet are refused, since they look like others.',
  ),
  scimEmailKept: row(
    'Bad-Request',
    ({ email }: { readonly email: string }) =>
      `The e-mail of ${email} is not this directory's to change: other organizations have the account as well, or it is an organization admin.`,
    'Leave it as it is, or delete the person and provision them again under the new address.',
  ),
  scimUserNameTaken: row(
    'Conflict',
    ({ userName }: { readonly userName: string }) =>
      `The organization has a person with the name or e-mail ${userName} already.`,
  ),
  scimGroupNameTaken: row(
    'Conflict',
    ({ name }: { readonly name: string }) => `The organization has a group '${name}' already.`,
  ),
  scimChanged: row(
    'Conflict',
    () => 'It has been changed since the version in If-Match was read.',
    'Read it again. The status over SCIM is 412.',
  ),
  scimTooManyGroups: row('Conflict', () => `An organization can have ${SCIM_LIMITS.groups} groups.`),
  scimTooManyMembers: row(
    'Conflict',
    () =>
      `The groups of an organization can have ${SCIM_LIMITS.members.toLocaleString('en')} members together.`,
  ),

  // Workgroups, workspaces and databases
  nameTaken: row('Conflict', ({ name }: { readonly name: string }) => nameTaken(name)),
  noProvider: row(
    'Bad-Request',
    ({ id, platform }: { readonly id: string; readonly platform: string }) =>
      `There is no cloud provider '${id}' of ${platform}.`,
  ),
  providerUnavailable: row('Bad-Request', () => PROVIDER_UNAVAILABLE, 'Choose another one.'),
  providerElsewhere: row(
    'Bad-Request',
    ({ name, region }: { readonly name: string; readonly region: string }) =>
      `The cloud provider '${name}' is in the region '${region}'.`,
    'Choose that region, or another provider.',
  ),
  noRegion: row(
    'Bad-Request',
    ({ region, platform }: { readonly region: string; readonly platform: string }) =>
      `There is no region '${region}' of ${platform}.`,
  ),
  workgroupHoldsWorkspace: row(
    'Conflict',
    ({ name, workspace }: { readonly name: string; readonly workspace: string }) =>
      `The workgroup '${name}' holds the workspace '${workspace}'. Terminate its workspaces first.`,
  ),
  databaseInUse: row(
    'Conflict',
    ({ name, workspace }: { readonly name: string; readonly workspace: string }) =>
      `The database '${name}' is used by the workspace '${workspace}'. Terminate that workspace first.`,
  ),
  noDatabaseInWorkgroup: row('Bad-Request', () => 'There is no such database in the workgroup.'),
  noActiveWriter: row('Conflict', () => NO_ACTIVE_WRITER),
  noSnapshotSource: row('Conflict', () => NO_SNAPSHOT_SOURCE),
  noSize: row(
    'Bad-Request',
    ({ size }: { readonly size: string }) => `There is no workspace size '${size}'.`,
    'GET /api/v2/workspaces/types lists the sizes.',
  ),
  sizeNotAvailable: row('Quota-Exceed', () => SIZE_NOT_AVAILABLE),
  graphTooLarge: row(
    'Conflict',
    ({ takes, size, room }: { readonly takes: string; readonly size: string; readonly room: string }) =>
      `The graph takes ${takes} of memory, and ${size} has room for ${room}. Choose a larger size.`,
  ),
  noVersion: row(
    'Bad-Request',
    ({ version }: { readonly version: string }) => `There is no version '${version}'.`,
  ),
  versionBack: row(
    'Bad-Request',
    ({ now, wanted }: { readonly now: string; readonly wanted: string }) =>
      `The workspace has version ${now}; it cannot go back to ${wanted}.`,
  ),
  upgradeNeedsActive: row(
    'Conflict',
    () => 'Automatic upgrade needs the workspace to be active.',
    'Resume it.',
  ),
  readOnlyHa: row('Conflict', () => READ_ONLY_HA),
  freeTierSuspends: row('Bad-Request', () => FREE_TIER_SUSPENDS),
  workspaceQuota: chosen('Quota-Exceed', 'the number of workspaces that the organisation may have'),
  memoryQuota: chosen('Quota-Exceed', 'the memory that the organisation may use'),
  onlyCurrentSize: row('Bad-Request', () => 'Only the current size can be used for a read-only workspace.'),
  timePassed: row('Bad-Request', () => 'This time has passed already.', 'Choose a time to come.'),
  beingTerminated: row('Conflict', () => 'The workspace is being terminated.'),
  profileNeedsActive: row('Conflict', (workspace: { readonly name: string; readonly status: string }) =>
    profileNeedsActive(workspace.name, workspace.status),
  ),
  noStatistics: row(
    'Unavailable',
    ({ why }: { readonly why: string }) => `The statistics could not be computed: ${why}`,
  ),
  rangeOfTime: row('Bad-Request', () => 'The time range must begin before it ends.'),
  tooManyAlertRules: row('Quota-Exceed', () => TOO_MANY_ALERT_RULES),

  // Backups
  backupNeedsActive: row('Conflict', () => BACKUP_NEEDS_ACTIVE),
  backupQuota: row(
    'Quota-Exceed',
    ({ limit, used }: { readonly limit: number; readonly used: number }) =>
      `Your organization's quota is ${limit} manual backups for each workspace, and this one has ${used}. Delete one first.`,
  ),
  backupBeingTaken: row(
    'Conflict',
    ({ name }: { readonly name: string }) =>
      `The backup '${name}' is being taken. Wait until that has ended.`,
  ),
  backupBeingRestored: row(
    'Conflict',
    ({ name }: { readonly name: string }) =>
      `The backup '${name}' is being restored. Wait until that has ended.`,
  ),
  backupNotRestorable: row(
    'Conflict',
    ({ name, status }: { readonly name: string; readonly status: string }) =>
      `The backup '${name}' is ${status}: only one that has succeeded can be restored.`,
  ),
  anotherAction: row(
    'Conflict',
    () => 'Another action is at work on the workspace. Wait until that has ended.',
  ),
  noFreeAutoBackup: row('Quota-Exceed', () => NO_FREE_AUTO_BACKUP),
  readOnlyHasNoBackups: row(
    'Conflict',
    () => 'A read-only workspace has no backups: its database is backed up by the read-write one.',
  ),

  // Solutions and add-ons
  noSolution: row('Bad-Request', ({ id }: { readonly id: string }) => `There is no solution '${id}'.`),
  noFullSize: row(
    'Bad-Request',
    ({ solution }: { readonly solution: string }) =>
      `The data of ${solution} have one size: choose 'sample' or 'none'.`,
  ),
  solutionForReadOnly: row('Conflict', () => 'A read-only workspace cannot be given a solution.'),
  solutionThere: row(
    'Conflict',
    (of: { readonly workspace: string; readonly solution: string; readonly status: string }) =>
      `The workspace '${of.workspace}' has the solution '${of.solution}' already (${of.status}). Uninstall it first.`,
  ),
  solutionBusy: row(
    'Conflict',
    ({ name }: { readonly name: string }) =>
      `The solution '${name}' is being installed or removed. Wait until that has ended.`,
  ),
  addonNotAdded: row(
    'Bad-Request',
    ({ id }: { readonly id: string }) => `The organization has not added the add-on '${id}'.`,
    'An administrator of the organisation adds it first.',
  ),
  addonRefused: chosen('Bad-Request', 'an add-on that the workspace cannot have'),
  addonNotForWorkspace: chosen('Conflict', 'a co-pilot that the workspace cannot have'),
  addonInUse: row(
    'Conflict',
    ({ addon, workspaces }: { readonly addon: string; readonly workspaces: string }) =>
      `${addon} is switched on in ${workspaces}. Switch it off there first.`,
  ),
  addonOff: row(
    'Conflict',
    ({ addon }: { readonly addon: string }) =>
      `${addon} is switched off in this workspace. Switch it on first.`,
  ),
  apiKeyRequired: row(
    'Bad-Request',
    () => 'required',
    'Give the key that the provider of the model gave you.',
  ),
  llmProviderInUse: row(
    'Conflict',
    ({ provider, workspaces }: { readonly provider: string; readonly workspaces: string }) =>
      `The co-pilot of ${workspaces} uses '${provider}'. Choose another provider there first.`,
  ),
  noLlmProvider: row('Bad-Request', () => 'There is no such LLM provider.'),

  ...SAVED_ERRORS,
} as const satisfies ErrorRows;

export type CloudErrors = typeof CLOUD_ERRORS;
export type CloudErrorId = keyof CloudErrors;
