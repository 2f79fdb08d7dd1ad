import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { asCommand } from '@acacia/api-client/commands';
import { cloudApi, type CloudCall, type Route } from '@acacia/contract';
import { expect, it } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(SOURCE, file), 'utf8');

/** Files that show what is copied for the forms of others. */
const SHARED = {
  configuration: 'features/configuration/ConfigurationDialog.tsx',
  roles: 'features/users/UserDialog.tsx',
  name: 'features/explore/saved/SavedMenu.tsx',
  share: 'features/editor/files/ShareDialog.tsx',
  password: 'shell/security/PasswordStep.tsx',
  workspace: 'features/create/WorkspaceForm.tsx',
} as const;

interface FormRow {
  /** Names the calls. */
  readonly form: string;
  readonly calls: readonly CloudCall[];
  /** Shows them; undefined: the form does so itself. */
  readonly shownIn?: keyof typeof SHARED;
}

const row = (form: string, ...calls: readonly CloudCall[]): FormRow => ({ form, calls });
const within = (shownIn: keyof typeof SHARED, form: string, ...calls: readonly CloudCall[]): FormRow => ({
  form,
  calls,
  shownIn,
});

/** Forms that send calls of the cloud, and the calls that they offer to copy. */
const FORMS: readonly FormRow[] = [
  within('configuration', 'features/configuration/addons/AddonsTab.tsx', 'updateWorkspaceAddons'),
  within('configuration', 'features/configuration/advanced/AdvancedTab.tsx', 'updateWorkspace'),
  within(
    'configuration',
    'features/configuration/alerts/AlertsTab.tsx',
    ...(['createAlertRule', 'updateAlertRule', 'deleteAlertRule'] as const),
  ),
  within('configuration', 'features/configuration/general/GeneralTab.tsx', 'updateWorkspace'),
  within(
    'configuration',
    'features/configuration/schedules/useSchedules.ts',
    ...(['createSchedule', 'updateSchedule', 'deleteSchedule'] as const),
  ),
  row('features/billing/CustomerForm.tsx', 'updateCustomer'),
  row('features/billing/Method.tsx', 'switchPaymentMethod'),
  row('features/configuration/addons/CopilotPanel.tsx', 'updateCopilotSettings'),
  row('features/configuration/addons/LlmProvidersDialog.tsx', 'createAddonConfig', 'updateAddonConfig'),
  within(
    'workspace',
    'features/create/create-chain.ts',
    'createWorkgroup',
    'createDatabase',
    'createWorkspace',
  ),
  row('features/create/workgroup-page.tsx', 'createWorkgroup'),
  within('share', 'features/editor/panels/FilesPanel.tsx', 'shareFile'),
  within('share', 'features/explore/saved/SavedMenu.tsx', 'shareExploration'),
  row('features/explore/saved/CommentsPanel.tsx', 'addExplorationComment'),
  within('name', 'features/explore/saved/useSaved.ts', 'createExploration', 'renameExploration'),
  row('features/provisioning/ScimCard.tsx', 'createProvisioningToken', 'setGroupRole'),
  row('features/settings/CreateKeyDialog.tsx', 'createApiKey'),
  row('features/settings/General.tsx', 'updateOrganization'),
  row('features/users/InviteDialog.tsx', 'inviteUsers'),
  within('roles', 'features/users/permission-steps.ts', 'setUserRoles', 'assignRoles', 'revokeRoles'),
  row('features/workgroups/access/DatabaseUserDialog.tsx', 'createDbUser', 'updateDbUser'),
  row('features/workgroups/backups/RestoreDialog.tsx', 'restoreBackup'),
  row('features/workgroups/backups/ScheduleForm.tsx', 'updateBackupSchedule'),
  row('features/workgroups/backups/TakeBackup.tsx', 'createBackup'),
  row('features/workgroups/frame/WorkgroupSettings.tsx', 'updateWorkgroup'),
  row('features/workgroups/network/RangeDialog.tsx', 'addAllowedIp', 'updateAllowedIp'),
  row('features/workgroups/solutions/InstallDialog.tsx', 'installSolution'),
  row('features/workgroups/workspace-card/UpgradeDialog.tsx', 'updateWorkspace'),
  row('shell/feedback/FeedbackDialog.tsx', 'giveFeedback'),
  row('shell/help/ContactDialog.tsx', 'contactSupport'),
  row('shell/PasswordDialog.tsx', 'changeMyPassword'),
  row('shell/security/AppSetup.tsx', 'confirmAuthenticatorApp'),
  within(
    'password',
    'shell/security/AuthenticatorApp.tsx',
    'beginAuthenticatorApp',
    'removeAuthenticatorApp',
  ),
  within('password', 'shell/security/Passkeys.tsx', 'removePasskey'),
  within('password', 'shell/security/RecoveryCodes.tsx', 'renewRecoveryCodes'),
];

/** Calls of the console that change something and that no form offers to copy, by the reason. */
const NOT_COPIED: Readonly<Record<string, readonly CloudCall[]>> = {
  'A button: nothing is entered.': [
    ...([
      'resumeWorkspace',
      'pauseWorkspace',
      'stopWorkspace',
      'refreshWorkspace',
      'deleteWorkspace',
    ] as const),
    ...(['deleteWorkgroup', 'deleteDatabase', 'uninstallSolution', 'deleteBackup', 'deleteDbUser'] as const),
    ...([
      'addAddon',
      'deleteAddonConfig',
      'testAlertRule',
      'deleteApiKey',
      'deleteProvisioningToken',
    ] as const),
    ...(['deleteExploration', 'deleteExplorationComment', 'deleteFile', 'deleteLoadDraft'] as const),
    ...(['takeOverLeftFiles', 'deleteLeftFiles', 'deleteUser', 'resendInvitation', 'signOutUser'] as const),
    ...(['resetUserFactors', 'removeWorkgroupRole', 'removeWorkspaceRole', 'deleteAllowedIp'] as const),
    ...(['chooseCreditCard', 'deleteCreditCard', 'createBillingSession'] as const),
    ...(['enableAllowList', 'disableAllowList', 'endMySession', 'endMyOtherSessions'] as const),
    ...(['pauseDashboardWorkspace', 'stopDashboardWorkspace'] as const),
  ],
  'One value, sent as it is chosen or typed in its place.': [
    ...(['updateDatabase', 'updateOrganizationSecurity', 'renamePasskey', 'updateFile'] as const),
    ...(['setWorkgroupRole', 'setWorkspaceRole', 'updateDashboardOrganization'] as const),
  ],
  'Kept by the page as its person works.': [
    ...(['updateMyMetadata', 'createFile', 'saveFile', 'saveLoadDraft', 'saveImportDraft'] as const),
    ...(['saveExploration', 'saveExplorationStyles'] as const),
  ],
  'Asks something of what is on the page, and changes nothing.': ['searchLogs', 'adviseSchema'],
  'A step of the arrival at the console.': [
    ...(['createMyOrganization', 'associateMarketplace', 'answerSurvey', 'finishSurvey'] as const),
  ],
  'Only a browser can make a passkey.': ['beginPasskey', 'addPasskey'],
};

it.each(FORMS)('$form offers its calls to copy', ({ form, calls, shownIn }) => {
  const source = read(form);
  expect(shownIn === undefined ? source : read(SHARED[shownIn])).toContain('<CopyAs');
  for (const call of calls) {
    expect(source).toContain(`'${call}'`);
    expect(asCommand(call, {})).toMatch(/^acacia /);
  }
});

it('every call of the console that changes something is offered to copy, or is excused', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: SOURCE })
    .filter((file) => !/\.test\.tsx?$|^testing\//.test(file))
    .map(read);
  const routes: Readonly<Record<string, Route>> = cloudApi;
  const isChange = (call: string): boolean => routes[call] !== undefined && routes[call].method !== 'GET';
  const called = sources.flatMap((source) =>
    [
      ...source.matchAll(/\b(?:cloud|api)\s*\.\s*(\w+)\(/g),
      // Calls that are sent by `sendCall`.
      ...source.matchAll(/(?:formCall\(|call: )'(\w+)'/g),
    ].flatMap(([, call]) => (call !== undefined && isChange(call) ? [call] : [])),
  );
  const copied = FORMS.flatMap(({ calls }) => calls);
  const excused = Object.values(NOT_COPIED).flat();
  expect([...new Set(called)].toSorted()).toEqual([...new Set([...copied, ...excused])].toSorted());
  expect(excused.filter((call) => copied.includes(call))).toEqual([]);
});

it.each([
  ['features/configuration/addons/LlmProvidersDialog.tsx', "APIKey: 'API_KEY'"],
  ['features/workgroups/access/DatabaseUserDialog.tsx', "password: 'PASSWORD'"],
  ['shell/PasswordDialog.tsx', "new_password: 'NEW_PASSWORD'"],
  ['shell/security/PasswordStep.tsx', "current_password: 'PASSWORD'"],
  ['shell/security/AppSetup.tsx', "code: 'CODE'"],
])('%s copies a word in place of its secret', (form, word) => {
  const source = read(form);
  expect(source).toContain(word);
  expect(source).not.toMatch(/formCall\([^)]*form\.values/);
});
