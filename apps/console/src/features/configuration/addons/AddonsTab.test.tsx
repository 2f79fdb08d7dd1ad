import { screen, waitFor, within } from '@testing-library/react';
import { MASKED_SECRET, type Addon, type Workspace } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAddon, anAdmin, aSize, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import {
  Refused,
  renderConsole,
  type Answers,
  type Call,
  type WorkspaceAnswer,
} from '../../../testing/render-console.tsx';

const sent = (calls: readonly Call[], name: Call['call']) => calls.filter((each) => each.call === name);

const studio = anAddon();
const insights = anAddon({ ID: 'insights', AddonsID: 'insights', Title: 'Insights', Amount: 0.1 });
const copilot: Addon = anAddon({
  ID: 'copilot',
  AddonsID: 'copilot',
  Title: 'Co-pilot',
  Path: '/explore?tab=copilot',
  Configurable: true,
  ReadWriteOnly: true,
  UnavailableReason: 'Its conversation comes later.',
});
const withCopilot: Partial<Workspace> = {
  addons: [{ addons_id: 'copilot', enable: true, enable_configuration: true }],
};

function open(given: Partial<Workspace> = {}, answers: Answers = {}, workspace?: WorkspaceAnswer) {
  const one = aWorkspace(given);
  return renderConsole(
    '/groups/g1?tab=workspaces&space_id=w1&configure=addons',
    aCloud([aWorkgroup({ workspaces: [one] })], {
      listAddons: () => [studio, insights, copilot],
      updateWorkspaceAddons: () => one,
      ...answers,
    }),
    true,
    workspace,
  );
}

const save = () => screen.getByRole('button', { name: 'Save' });
const toggle = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const anUser = {
  ...anAdmin,
  roles: [{ name: 'workgroup-admins' as const, workgroup_id: 'g1', workspace_id: null }],
};

describe('add-ons', () => {
  it('cost as much in a dear region as in any other, as on the bill', async () => {
    open({ workspace_type: { ...aSize, cost_per_hour: 1.25, base_cost_per_hour: 1 } });
    expect(await screen.findByText('10% of the base compute price, $0.10 / hour')).toBeTruthy();
  });

  it('are switched and saved together; only what differs is sent', async () => {
    const { calls } = open({
      addons: [{ addons_id: 'insights', enable: true, enable_configuration: false }],
    });
    expect((await toggle('Insights')).checked).toBe(true);
    expect(screen.getByText('10% of the base compute price, $0.10 / hour')).toBeTruthy();
    expect(save().getAttribute('aria-description')).toBe('Nothing has changed.');
    await userEvent.click(await toggle('GraphStudio'));
    await userEvent.click(await toggle('GraphStudio'));
    expect(save().getAttribute('aria-description')).toBe('Nothing has changed.');
    await userEvent.click(await toggle('GraphStudio'));
    await userEvent.click(await toggle('Insights'));
    await userEvent.click(save());
    expect(await screen.findByText('Add-ons successfully updated.')).toBeTruthy();
    expect(sent(calls, 'updateWorkspaceAddons')[0]?.body).toEqual({
      addons: [
        { addons_id: 'graphstudio', enable: true, enable_configuration: true },
        { addons_id: 'insights', enable: false, enable_configuration: false },
      ],
    });
  });

  it('stay as they were switched while others are saved', async () => {
    let answer: (workspace: Workspace) => void = () => undefined;
    open({}, { updateWorkspaceAddons: () => new Promise((resolve) => (answer = resolve)) });
    await userEvent.click(await toggle('GraphStudio'));
    await userEvent.click(save());
    await userEvent.click(await toggle('Insights'));
    answer(aWorkspace({ addons: [{ addons_id: 'graphstudio', enable: true, enable_configuration: true }] }));
    await screen.findByText('Add-ons successfully updated.');
    expect((await toggle('Insights')).checked).toBe(true);
  });

  it('say why they could not be saved', async () => {
    open(
      {},
      {
        updateWorkspaceAddons: () => {
          throw new Refused('The workspace is Resizing.', 'Conflict');
        },
      },
    );
    await userEvent.click(await toggle('GraphStudio'));
    await userEvent.click(save());
    expect(await screen.findByText('The workspace is Resizing.')).toBeTruthy();
  });

  it('that are not there yet are not shown', async () => {
    open({}, { listAddons: () => [anAddon({ UnavailableReason: 'Comes with a later release.' })] });
    expect(await screen.findByText('There is no add-on for a read-write workspace.')).toBeTruthy();
  });

  it('are the co-pilot for read-write workspaces only', async () => {
    open({ is_rw: false });
    await toggle('GraphStudio');
    expect(screen.queryByRole('switch', { name: 'Co-pilot' })).toBeNull();
  });

  it('have the co-pilot on by its flag while the list says nothing', async () => {
    open({ enable_copilot: true });
    expect((await toggle('Co-pilot')).checked).toBe(true);
  });

  it('are added by administrators of the organisation', async () => {
    const { calls } = open(
      {},
      {
        listAddons: () => [anAddon({ Added: false })],
        addAddon: () => ({}),
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Click to add: GraphStudio' }));
    await waitFor(() => expect(sent(calls, 'addAddon')[0]?.ids).toEqual(['graphstudio']));
  });

  it('are asked for by others', async () => {
    open({}, { listAddons: () => [anAddon({ Added: false })], getMe: () => anUser });
    expect(await screen.findByText("Request addition from your organization's administrator.")).toBeTruthy();
    expect((await toggle('GraphStudio')).disabled).toBe(true);
  });

  it('open in the workspaces that have them; a stopped one is resumed first', async () => {
    const on = { addons: [{ addons_id: 'graphstudio' as const, enable: true, enable_configuration: true }] };
    const stopped = aWorkspace({ ...on, workspace_id: 'w2', name: 'Stopped-1', status: 'Stopped' });
    const active = aWorkspace(on);
    const nowhere = aWorkspace({ ...on, workspace_id: 'w3', name: 'Nowhere', nginx_host: '' });
    const row = ({ workspace_id, name, status, nginx_host }: Workspace) => ({
      ...{ workspace_id, name, status, nginx_host },
      ...{ workgroup_id: 'g1', workgroup_name: 'Workgroup-1' },
    });
    renderConsole(
      '/groups/g1?tab=workspaces&space_id=w1&configure=addons',
      aCloud([aWorkgroup({ workspaces: [active, stopped, nowhere] })], {
        listAddons: () => [studio],
        listAddonWorkspaces: () => [row(active), row(stopped), row(nowhere)],
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Open GraphStudio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Open GraphStudio' }));
    const link = await dialog.findByRole('link', { name: 'Open GraphStudio of Workspace-1' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'http://localhost:14240/studio',
      '_blank',
    ]);
    const refused = dialog.getByRole('button', { name: 'Open GraphStudio of Nowhere' });
    expect(refused.getAttribute('aria-description')).toBe('The workspace has no usable host.');
    expect(dialog.getAllByRole('link')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Resume Stopped-1' }));
    expect(await screen.findByRole('dialog', { name: 'Resume Stopped-1?' })).toBeTruthy();
  });
});

describe('the settings of the co-pilot', () => {
  const config = (id: string, Name: string) => ({
    ID: id,
    ConfigValue: JSON.stringify({ Name, Provider: 'OpenAI', APIKey: '', EncryptedAPIKey: MASKED_SECRET }),
  });
  const answers: Answers = {
    listAddonConfigs: () => [config('p1', 'Ours'), { ID: 'p2', ConfigValue: 'not JSON' }],
    getCopilotSettings: () => ({ llm_provider_id: null }),
    updateCopilotSettings: ({ body }) => body,
  };
  const described = (queryName: string, description: string) => ({ queryName, description, parameters: [] });

  /** A workspace with two graphs; `asked` collects the changes that it receives. */
  function host(asked: string[], registered: readonly string[] = ['busiest']): WorkspaceAnswer {
    return ({ method, path, body }) => {
      if (method === 'POST') {
        asked.push(`${path} ${JSON.stringify(body)}`);
        return { upserted_functions: [], upserted_count: 0 };
      }
      if (path.startsWith('/gsql/v1/schema/graphs')) {
        return { graphs: ['air', 'rail'].map((graphName) => ({ graphName, vertices: [], edges: [] })) };
      }
      if (path.startsWith('/gsql/v1/description')) {
        const queries = [
          described('busiest', 'The busiest airports'),
          described('hops', 'Two hops away'),
          described('secret', ''),
        ];
        return { error: false, message: '', results: { queries: path.endsWith('air') ? queries : [] } };
      }
      return registered.map((name) => described(name, ''));
    };
  }
  const settings = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Co-pilot' }));
    return within(await screen.findByRole('dialog', { name: 'Configure Co-pilot' }));
  };

  it('need a provider', async () => {
    const { calls } = open(withCopilot, answers, host([]));
    const panel = await settings();
    await userEvent.click(await panel.findByRole('button', { name: 'Save' }));
    expect(await panel.findByText('Please select LLM Provider.')).toBeTruthy();
    await userEvent.click(panel.getByRole('combobox', { name: 'LLM provider' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ours · OpenAI' }));
    await userEvent.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(calls, 'updateCopilotSettings')[0]?.body).toEqual({ llm_provider_id: 'p1' }),
    );
  });

  it('let administrators of the organisation configure providers, whose keys are not shown', async () => {
    const { calls } = open(
      withCopilot,
      { ...answers, createAddonConfig: () => config('p3', 'New') },
      host([]),
    );
    const panel = await settings();
    await userEvent.click(await panel.findByRole('button', { name: 'Configure LLM providers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Configure LLM providers' }));
    expect(dialog.getByText(`OpenAI · key ${MASKED_SECRET}`)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Add provider' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'New');
    await userEvent.click(dialog.getByRole('combobox', { name: 'Provider' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Anthropic' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('required')).toBeTruthy();
    expect(sent(calls, 'createAddonConfig')).toHaveLength(0);
    const key = dialog.getByLabelText<HTMLInputElement>('API key');
    expect(key.type).toBe('password');
    await userEvent.type(key, 'sk-1');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Model' }), 'small');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(calls, 'createAddonConfig')[0]?.body).toEqual({
        Name: 'New',
        Provider: 'Anthropic',
        Endpoint: '',
        Model: 'small',
        APIKey: 'sk-1',
      }),
    );
  });

  it('keep a stored key when a provider is edited without one', async () => {
    const { calls } = open(
      withCopilot,
      { ...answers, updateAddonConfig: () => config('p1', 'Mine') },
      host([]),
    );
    const panel = await settings();
    await userEvent.click(await panel.findByRole('button', { name: 'Configure LLM providers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Configure LLM providers' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Edit Ours' }));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Mine');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(calls, 'updateAddonConfig')[0]?.body).toEqual({
        Name: 'Mine',
        Provider: 'OpenAI',
        Endpoint: '',
        Model: '',
      }),
    );
  });

  it('leave providers to administrators of the organisation', async () => {
    open(withCopilot, { ...answers, getMe: () => anUser }, host([]));
    const panel = await settings();
    expect(await panel.findByText('Administrators of the organization configure providers.')).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Configure LLM providers' })).toBeNull();
  });

  it('register and unregister the queries that have a description', async () => {
    const asked: string[] = [];
    open(withCopilot, answers, host(asked));
    const panel = await settings();
    const busiest = await panel.findByRole<HTMLInputElement>('checkbox', { name: 'busiest' });
    expect(busiest.checked).toBe(true);
    expect(panel.queryByRole('checkbox', { name: 'secret' })).toBeNull();
    await userEvent.click(busiest);
    await userEvent.click(panel.getByRole('checkbox', { name: 'hops' }));
    await userEvent.click(panel.getByRole('button', { name: 'Register' }));
    await waitFor(() =>
      expect(asked).toEqual([
        '/copilot/air/upsert_from_gsql {"queries":["hops"]}',
        '/copilot/air/delete_from_gsql {"queries":["busiest"]}',
      ]),
    );
  });

  it('ask before a graph is switched over what is not registered; an empty graph says so', async () => {
    open(withCopilot, answers, host([]));
    const panel = await settings();
    await userEvent.click(await panel.findByRole('checkbox', { name: 'hops' }));
    await userEvent.click(panel.getByRole('combobox', { name: 'Graph' }));
    await userEvent.click(await screen.findByRole('option', { name: 'rail' }));
    const question = 'Are you sure to switch graph without mutating registered queries?';
    expect(await screen.findByText(question)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Switch' }));
    expect(await panel.findByText('No query descriptions')).toBeTruthy();
  });
});
