import { blockedFromGroup, type DataProfile } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { eventsOfCloud } from '../../../testing/events.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { Refused, renderConsole, type Answers, type Call } from '../../../testing/render-console.tsx';
import { NEUTRAL } from '../../workspace-tool/type-colors.ts';
import { degreesOf, describedTypes, edgeBars, filledPercent, vertexBars } from './profile-figures.ts';

const attribute = (name: string, more = {}) => ({
  name,
  type: 'INT',
  filled: 30,
  distinct: 12,
  min: '0',
  max: '90',
  histogram: [
    { label: '0–45', count: 20 },
    { label: '45–90', count: 20 },
  ],
  ...more,
});
const aProfile = (given: Partial<DataProfile> = {}): DataProfile => ({
  graph: 'social',
  measured_at: '2026-11-21T12:00:00.000Z',
  vertices: [
    { type: 'City', count: 4, attributes: [] },
    {
      type: 'Person',
      count: 100,
      attributes: [
        attribute('age'),
        attribute('name', { type: 'STRING', min: '', max: 'Zoe', histogram: [] }),
      ],
    },
  ],
  edges: [
    {
      type: 'knows',
      count: 250,
      attributes: [],
      from: ['Person'],
      to: ['Person'],
      directed: true,
      degrees: [
        { label: '0', count: 10 },
        { label: '1', count: 90 },
      ],
    },
  ],
  sample_rows: 40,
  ...given,
});

const entryOf = (profile: DataProfile | null, cache_status = 'success', cache_error = '') => ({
  id: 'social',
  workgroup_id: 'g1',
  workspace_id: 'w1',
  workspace_name: 'Workspace-1',
  cache_status,
  cache_error,
  profile,
});

const graphs = (...names: string[]) => ({
  error: false,
  message: '',
  graphs: names.map((graphName) => ({ graphName, vertices: [], edges: [] })),
});

function open(more: Answers = {}, given = {}, names: string[] = ['social', 'work'], search = '') {
  return renderConsole(
    `/groups/g1?tab=dataprofiles${search}`,
    aCloud([aWorkgroup(given)], { getDataProfile: () => entryOf(aProfile()), ...more }),
    true,
    () => graphs(...names),
  );
}
const sent = (calls: readonly Call[]) => calls.filter(({ call }) => call === 'getDataProfile');

describe('the Data profile tab', () => {
  it('counts vertices and edges of the first graph, as charts and as tables', async () => {
    const { calls } = open();
    expect(await screen.findByRole('figure', { name: 'Vertices per type' })).toBeTruthy();
    expect(sent(calls)[0]?.ids).toEqual(['g1', 'w1', 'social']);
    expect(screen.getByText('104', { selector: 'dd' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table: Vertices per type' }));
    const table = within(screen.getByRole('table', { name: 'Vertices per type' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'NameVertices',
      'Person100',
      'City4',
    ]);
  });

  it('shows how edges spread, and what attributes hold', async () => {
    open();
    expect(await screen.findByRole('figure', { name: 'Degrees of knows' })).toBeTruthy();
    const row = within(screen.getByRole('row', { name: /age/ }));
    // 30 of the 40 rows in the sample.
    expect(row.getByText('75%')).toBeTruthy();
    expect(screen.getByText('From a sample of 40 of 100.')).toBeTruthy();
    expect(screen.getByRole('figure', { name: 'Values of age' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'name' }));
    const values = within(screen.getByRole('figure', { name: 'Values of name' }));
    expect(values.getByText('All values differ: none is there more often.')).toBeTruthy();
  });

  it('keeps workspace and graph in the address', async () => {
    const { calls, router } = open();
    await screen.findByRole('figure', { name: 'Vertices per type' });
    await userEvent.click(screen.getByRole('combobox', { name: 'Graph' }));
    await userEvent.click(await screen.findByRole('option', { name: 'work' }));
    await waitFor(() => expect(sent(calls).at(-1)?.ids).toEqual(['g1', 'w1', 'work']));
    expect(router.state.location.search).toEqual({
      tab: 'dataprofiles',
      space_id: 'w1',
      graph_name: 'work',
    });
  });

  it('is of the workspace and graph that an address of the data profile names', async () => {
    const workspaces = [aWorkspace(), aWorkspace({ workspace_id: 'w2', name: 'Workspace-2' })];
    const { calls } = open({}, { workspaces }, undefined, '&workspace_id=w2&graph_name=work');
    await screen.findByRole('figure', { name: 'Vertices per type' });
    expect(sent(calls)[0]?.ids).toEqual(['g1', 'w2', 'work']);
  });

  it('asks nothing of a workspace that sleeps, and offers to resume it', async () => {
    const idle = aWorkspace({ status: 'Idle' });
    const { calls } = open({ resumeWorkspace: () => idle }, { workspaces: [idle] });
    expect(
      await screen.findByText(
        "The workspace 'Workspace-1' is Idle. Resume it to see the statistics of its data.",
      ),
    ).toBeTruthy();
    expect(sent(calls)).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(calls.some(({ call }) => call === 'resumeWorkspace')).toBe(true));
  });

  it('says that an address is kept out', async () => {
    const { calls } = open(
      { getCurrentIp: () => ({ ip: '203.0.113.7', allowed: false }) },
      { is_current_ip_allowed: false },
    );
    expect(await screen.findByText(blockedFromGroup('203.0.113.7'))).toBeTruthy();
    expect(sent(calls)).toHaveLength(0);
  });

  it('says why there are no statistics, and asks again', async () => {
    let failing = true;
    open({
      getDataProfile: () => {
        if (failing) throw new Refused('The statistics could not be computed: too slow', 'Unavailable');
        return entryOf(aProfile());
      },
    });
    expect(
      await screen.findByText('Server error: The statistics could not be computed: too slow'),
    ).toBeTruthy();
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByRole('figure', { name: 'Edges per type' })).toBeTruthy();
  });

  it('rounds values with a fraction, which stand whole on hover', async () => {
    const vertices = [
      {
        type: 'Card',
        count: 1,
        attributes: [attribute('limit', { type: 'DOUBLE', min: '0', max: '5321.259999999999' })],
      },
    ];
    open({ getDataProfile: () => entryOf(aProfile({ vertices, edges: [] })) });
    const greatest = await screen.findByText('5321.26');
    expect(greatest.getAttribute('title')).toBe('5321.259999999999');
  });

  it.each([
    ['success', 'status', 'Data profile Ready', 'Data profile on Workspace-1 is ready.'],
    ['failed', 'alert', 'Data profile Failed', 'It took longer than 20 seconds.'],
  ])('tells on any page how a long measurement has ended: %s', async (ends, role, title, text) => {
    const events = eventsOfCloud();
    let status = 'pending';
    const answer = () =>
      entryOf(status === 'success' ? aProfile() : null, status, status === 'failed' ? text : '');
    const { calls, router } = open({ getDataProfile: answer, events: events.answer });
    // The page asks once, and leaves the rest to the one watcher.
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    await act(() => router.navigate({ to: '/groups/$groupID', params: { groupID: 'g1' } }));
    expect(screen.queryByText(title)).toBeNull();
    status = ends;
    await waitFor(() => expect(events.count()).toBe(1));
    events.tell({ kind: 'profile', workgroup_id: 'g1', workspace_id: 'w1' });
    const toast = (await screen.findByText(title)).closest<HTMLElement>(`[role="${role}"]`);
    if (toast === null) throw new Error(`The toast is no ${role}.`);
    expect(toast.textContent).toContain(text);
    await userEvent.click(within(toast).getByRole('link', { name: 'View data profile' }));
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        tab: 'dataprofiles',
        space_id: 'w1',
        graph_name: 'social',
      }),
    );
    const shown =
      ends === 'success'
        ? await screen.findByRole('figure', { name: 'Vertices per type' })
        : await screen.findByText(/longer than 20 seconds/);
    expect(shown).toBeTruthy();
    expect(sent(calls)).toHaveLength(3);
  });

  it('knows a workspace without graphs', async () => {
    open({}, {}, []);
    expect(await screen.findByText('No graphs')).toBeTruthy();
  });

  it('shows a graph without types as one', async () => {
    open({ getDataProfile: () => entryOf(aProfile({ vertices: [], edges: [] })) });
    expect(await screen.findByText('No types')).toBeTruthy();
  });

  it('is not for those who have no role in a workspace', async () => {
    const roles = [{ name: 'billing-viewers' as const, workgroup_id: null, workspace_id: null }];
    open({ getMe: () => ({ ...anAdmin, roles }) });
    expect(await screen.findByText('Statistics of data are not available to you')).toBeTruthy();
  });
});

describe('figures of a profile', () => {
  it('name the largest first, types in their own colour', () => {
    const style = { vertexStyles: { City: { fillColor: '#123456' } }, edgeStyles: {} };
    expect(vertexBars(aProfile(), style).find(({ label }) => label === 'City')?.color).toBe('#123456');
    expect(edgeBars(aProfile(), style)[0]?.color).toBe(NEUTRAL);
    const bars = vertexBars(aProfile(), undefined);
    expect(bars.map(({ label }) => label)).toEqual(['Person', 'City']);
    expect(bars[0]?.color).toMatch(/^#/);
    expect(bars[0]?.color).not.toBe(bars[1]?.color);
  });
  it('describe only types with attributes, from no more rows than there are', () => {
    expect(describedTypes(aProfile({ sample_rows: 50_000 }))).toMatchObject([
      { label: 'Vertex Person', rows: 100, count: 100 },
    ]);
  });
  it('are no number where there is nothing', () => {
    expect(filledPercent(attribute('age'), 0)).toBe(0);
  });
});

it('says of an undirected edge whose degrees are counted: those of both ends, and no direction', () => {
  const edge = { type: 'uses', count: 1, attributes: [], from: ['Card'], to: ['Device'], degrees: [] };
  expect(degreesOf({ ...edge, directed: false })).toEqual({
    axis: 'Edges',
    sentence: 'How many vertices (Card, Device) have how many uses edges.',
  });
  expect(degreesOf({ ...edge, directed: true })).toEqual({
    axis: 'Edges going out',
    sentence: 'How many vertices (Card) have how many uses edges going out.',
  });
});
