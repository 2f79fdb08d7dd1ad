import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asCommand } from '@acacia/api-client/commands';
import type { CloudCall } from '@acacia/contract';
import { expect, it } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '..', '..');

/** Forms that send calls of the cloud, and the calls that they offer to copy. */
const FORMS: readonly (readonly [form: string, ...calls: CloudCall[]])[] = [
  ['features/configuration/addons/LlmProvidersDialog.tsx', 'createAddonConfig', 'updateAddonConfig'],
  ['features/settings/CreateKeyDialog.tsx', 'createApiKey'],
  ['features/settings/General.tsx', 'updateOrganization'],
  ['features/users/InviteDialog.tsx', 'inviteUsers'],
  ['features/workgroups/access/DatabaseUserDialog.tsx', 'createDbUser', 'updateDbUser'],
  ['features/workgroups/backups/RestoreDialog.tsx', 'restoreBackup'],
  ['features/workgroups/backups/ScheduleForm.tsx', 'updateBackupSchedule'],
  ['features/workgroups/backups/TakeBackup.tsx', 'createBackup'],
  ['features/workgroups/frame/WorkgroupSettings.tsx', 'updateWorkgroup'],
  ['features/workgroups/network/RangeDialog.tsx', 'addAllowedIp', 'updateAllowedIp'],
  ['features/workgroups/solutions/InstallDialog.tsx', 'installSolution'],
  ['features/workgroups/workspace-card/UpgradeDialog.tsx', 'updateWorkspace'],
  ['shell/feedback/FeedbackDialog.tsx', 'giveFeedback'],
  ['shell/help/ContactDialog.tsx', 'contactSupport'],
];

it.each(FORMS.map(([form, ...calls]) => ({ form, calls })))(
  '$form offers its calls to copy',
  ({ form, calls }) => {
    const source = readFileSync(path.join(SOURCE, form), 'utf8');
    expect(source).toContain('<CopyAs');
    for (const call of calls) {
      expect(source).toContain(`'${call}'`);
      expect(asCommand(call, {})).toMatch(/^acacia /);
    }
  },
);

it.each([
  ['features/configuration/addons/LlmProvidersDialog.tsx', "APIKey: 'API_KEY'"],
  ['features/workgroups/access/DatabaseUserDialog.tsx', "password: 'PASSWORD'"],
])('%s copies a word in place of its secret', (form, word) => {
  const source = readFileSync(path.join(SOURCE, form), 'utf8');
  expect(source).toContain(word);
  expect(source).not.toMatch(/formCall\([^)]*form\.values/);
});
