import type { Provisioning } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createQueryClient, ServicesContext, type Services } from '../../services/services.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { ScimCard } from './ScimCard.tsx';

const AT = '2026-11-20T12:00:00.000Z';
const NOTHING: Provisioning = { url: 'https://acacia.example/api/scim/v2', token: null, groups: [] };

function open(now: Provisioning) {
  const cloud = {
    getProvisioning: vi.fn(() => Promise.resolve(now)),
    listWorkgroups: () => Promise.resolve([aWorkgroup()]),
    createProvisioningToken: vi.fn(() => {
      now.token = { creator: 'admin@acacia.local', create_time: AT, last_used_time: null };
      return Promise.resolve({ token: 'scim_secret' });
    }),
    deleteProvisioningToken: vi.fn(() => {
      now.token = null;
      return Promise.resolve({});
    }),
    setGroupRole: vi.fn(({ body }: { body: { role: string | null } }) => {
      const [group] = now.groups;
      if (group === undefined) throw new Error('There is no group.');
      group.role = body.role;
      return Promise.resolve(group);
    }),
  };
  const queryClient = createQueryClient();
  const services = { cloud, queryClient } as unknown as Services;
  renderUi(
    <QueryClientProvider client={queryClient}>
      <ServicesContext value={services}>
        <ScimCard />
      </ServicesContext>
    </QueryClientProvider>,
  );
  return { cloud, user: userEvent.setup({ delay: null }) };
}

it('creates a token, shows it once, and replaces and deletes it after a question', async () => {
  const { cloud, user } = open({ ...NOTHING });
  await screen.findByText('None: no directory can call');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await screen.findByText('scim_secret');
  await user.click(await screen.findByRole('button', { name: 'Replace token' }));
  const replace = within(await screen.findByRole('dialog', { name: 'Replace the token?' }));
  expect(cloud.createProvisioningToken).toHaveBeenCalledTimes(1);
  await user.click(replace.getByRole('button', { name: 'Replace token' }));
  await vi.waitFor(() => expect(cloud.createProvisioningToken).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 30_000 });
  await user.click(screen.getByRole('button', { name: 'Delete token' }));
  const end = within(await screen.findByRole('dialog', { name: 'Delete the token?' }));
  await user.click(end.getByRole('button', { name: 'Delete token' }));
  await screen.findByText('None: no directory can call');
  expect(screen.queryByText('scim_secret')).toBeNull();
});

it('gives a group a role, of the organization or at a place, and takes it', async () => {
  const group = { group_id: 'g1', name: 'Analysts', members: 3, role: null };
  const { cloud, user } = open({ ...NOTHING, groups: [group] });
  const field = await screen.findByLabelText<HTMLSelectElement>('Analysts');
  expect(field.value).toBe('');
  await within(field).findByRole('option', { name: 'Workspace Member' });
  const space = aWorkgroup().workspaces[0];
  const role = `/${aWorkgroup().workgroup_id}/${space?.workspace_id}/workspace-users`;
  await user.selectOptions(field, role);
  await vi.waitFor(() => expect(field.value).toBe(role), { timeout: 30_000 });
  await user.selectOptions(field, 'No role');
  await vi.waitFor(() => expect(field.value).toBe(''), { timeout: 30_000 });
  expect(cloud.setGroupRole.mock.calls.map(([{ body }]) => body)).toEqual([{ role }, { role: null }]);
});
