import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, anOrganization, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';

const homeless = { ...anAdmin, org_id: null, roles: [] };
const mine = { ...anOrganization, last_login: true };
const birch = { ...mine, org_id: 'o2', org_name: 'birch', org_display_name: 'Birch Labs', last_login: false };

const job = (job_status: string, more: object = {}) => ({
  job_id: 'j1',
  job_status,
  org_id: null,
  job_params: { org_name: 'ada', org_display_name: "ada's organization" },
  detail: '',
  ...more,
});

/** A cloud with a person of no organisation, whose job is seen in these states. */
function cloudOf(states: readonly object[], more: Answers = {}): Answers {
  const left = [...states];
  return aCloud([], {
    getMe: () => homeless,
    listMyOrganizations: () => [],
    createMyOrganization: () => ({ job_id: 'j1' }),
    getJob: () => left.shift(),
    ...more,
  });
}

describe('a person without an organisation', () => {
  it('gets the last one of the list', async () => {
    const listMyOrganizations = () => [birch, mine];
    const { calls, enterOrganization } = renderConsole('/groups?x=1', cloudOf([], { listMyOrganizations }));
    await waitFor(() => expect(enterOrganization).toHaveBeenCalledWith('o1', '/groups?x=1'));
    expect(calls.some(({ call }) => call === 'createMyOrganization')).toBe(false);
  });

  it('gets one by a job that is asked after until it ends', async () => {
    const states = [job('PENDING'), job('RUNNING'), job('SUCCESS', { org_id: 'o9' })];
    const { calls, enterOrganization } = renderConsole('/', cloudOf(states));
    await waitFor(() => expect(enterOrganization).toHaveBeenCalledWith('o9', '/'));
    const looks = calls.filter(({ call }) => call === 'getJob');
    expect(looks.map(({ ids }) => ids)).toEqual([['j1'], ['j1'], ['j1']]);
  });

  it('gets the one that another tab has founded meanwhile', async () => {
    const lists = [[], [mine]];
    const answers = cloudOf([], {
      listMyOrganizations: () => lists.shift(),
      createMyOrganization: () => {
        throw new Refused('You belong to an organisation already.', 'Conflict');
      },
    });
    const { enterOrganization } = renderConsole('/', answers);
    await waitFor(() => expect(enterOrganization).toHaveBeenCalledWith('o1', '/'));
  });

  it('reads why the job has failed, which is logged, and can try again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const states = [job('FAILURE', { detail: 'The disk is full.' }), job('SUCCESS', { org_id: 'o9' })];
    const { enterOrganization } = renderConsole('/', cloudOf(states));
    await screen.findByRole('heading', { name: 'Your organization could not be created' });
    expect(screen.getByRole('alert').textContent).toContain('The disk is full.');
    expect(logged.mock.calls.flat().join(' ')).toContain('The disk is full.');
    logged.mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(enterOrganization).toHaveBeenCalledWith('o9', '/'));
  });

  it('who may found none is told so, and can sign out', async () => {
    const createMyOrganization = (): never => {
      throw new Refused('You belong to no organisation yet.', 'Forbidden');
    };
    const { signOut } = renderConsole('/', cloudOf([], { createMyOrganization }));
    await screen.findByRole('heading', { name: 'No organization to work in' });
    expect(screen.getByRole('alert').textContent).toContain('You belong to no organisation yet.');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(signOut).toHaveBeenCalled();
  });
});

/** Answers the list of organisations; those that hold something by its id. */
const listOf =
  (all: readonly object[], holders: Readonly<Record<string, object>> = {}): Answers['listMyOrganizations'] =>
  ({ query: { holds } }) =>
    holds === undefined ? all : [holders[holds]].filter((each) => each !== undefined);

describe('the switcher', () => {
  const open = async () => userEvent.click(await screen.findByRole('button', { name: /^Organization menu/ }));

  it('marks the organisation of the tab, and goes home in another one', async () => {
    const { enterOrganization } = renderConsole(
      '/groups',
      aCloud([], { listMyOrganizations: listOf([mine, birch]) }),
    );
    await open();
    const other = await screen.findByRole('menuitemradio', { name: 'Birch Labs' });
    const current = screen.getByRole('menuitemradio', { name: 'Acacia Labs' });
    expect([current, other].map((each) => each.getAttribute('aria-checked'))).toEqual(['true', 'false']);
    expect(screen.queryByRole('searchbox', { name: 'Find an organization' })).toBeNull();
    await userEvent.click(other);
    expect(enterOrganization.mock.calls).toEqual([['o2', '/']]);
  });

  it('says why the organisation could not be entered', async () => {
    const enterOrganization = () => Promise.reject(new Refused('You do not belong to this organisation.'));
    const answers = aCloud([], { listMyOrganizations: listOf([mine, birch]) });
    renderConsole('/groups', answers, true, undefined, { enterOrganization });
    await open();
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Birch Labs' }));
    expect(await screen.findByText('You do not belong to this organisation.')).toBeTruthy();
  });

  it('searches many by their names, and shows their logos', async () => {
    const many = Array.from({ length: 9 }, (_, n) => ({
      ...birch,
      org_id: `m${n}`,
      org_display_name: `Maple ${n}`,
      logo_url: '/logo.png',
    }));
    renderConsole('/groups', aCloud([], { listMyOrganizations: listOf([mine, birch, ...many]) }));
    await open();
    const search = await screen.findByRole('searchbox', { name: 'Find an organization' });
    expect(search.closest('[role="menu"]')).toBeNull();
    await userEvent.type(search, 'maple 3');
    const shown = screen.getAllByRole('menuitemradio', { name: /Labs|Maple/ });
    expect(shown.map(({ textContent }) => textContent)).toEqual(['Maple 3']);
    expect(shown[0]?.querySelector('img')?.getAttribute('src')).toBe('/logo.png');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find an organization' }), 'x');
    expect(screen.getByText('No organization has this name.')).toBeTruthy();
  });

  it('is not there for a person with one organisation', async () => {
    const { calls } = renderConsole('/groups', aCloud([]));
    await open();
    await screen.findByRole('menuitem', { name: 'Sign out' });
    await waitFor(() => expect(calls.some(({ call }) => call === 'listMyOrganizations')).toBe(true));
    expect(screen.queryByText('Organizations')).toBeNull();
  });
});

describe('an address of another organisation', () => {
  it.each([
    ['/groups/g9?tab=databases', 'g9'],
    ['/editor?workspace_id=w9', 'w9'],
  ])('says so, and leads there: %s', async (address, id) => {
    const answers = aCloud([aWorkgroup()], { listMyOrganizations: listOf([mine, birch], { [id]: birch }) });
    const { enterOrganization } = renderConsole(address, answers);
    expect(await screen.findByText('In another organization')).toBeTruthy();
    expect(screen.getByText('This address belongs to Birch Labs. This tab is in Acacia Labs.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to Birch Labs' }));
    expect(enterOrganization).toHaveBeenCalledWith('o2', address);
  });

  it.each(['org_id', 'organization'])('opens the terms in the one that they name: %s', async (name) => {
    const { enterOrganization } = renderConsole(
      `/terms?${name}=o2&return_to=/groups`,
      aCloud([], { listMyOrganizations: listOf([mine, birch]) }),
    );
    await waitFor(() => expect(enterOrganization).toHaveBeenCalledWith('o2', '/terms?return_to=%2Fgroups'));
  });

  it('stays where the terms name one that is not the person’s', async () => {
    const { enterOrganization } = renderConsole('/terms?org_id=nowhere', aCloud([]));
    await screen.findByRole('heading', { name: 'User agreement' });
    expect(enterOrganization).not.toHaveBeenCalled();
  });
});

it('remembers once that the person has come to this console', async () => {
  const me = { ...anAdmin, metadata: { ...anAdmin.metadata, last_visit_cloud: null } };
  const updateMyMetadata = vi.fn(() => ({ user_metadata: { last_visit_cloud: 'new' } }));
  const { router, calls } = renderConsole('/', aCloud([], { getMe: () => me, updateMyMetadata }));
  await screen.findByRole('heading', { level: 1 });
  await router.navigate({ to: '/groups' });
  await screen.findByText('No workgroups yet');
  expect(calls.filter(({ call }) => call === 'updateMyMetadata').map(({ body }) => body)).toEqual([
    { last_visit_cloud: 'new' },
  ]);
});
