import { userEvent } from '@acacia/ui/testing';
import type { DataFile, ParsingOptions, WireLoadStatus, WireSample } from '@acacia/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';
import { aSample } from './testing.ts';
// Loaded with the file, so that loading does not count against the test's timeout.
import './page.tsx';

const STRING = { Name: 'STRING' };
const AIRPORT = {
  Name: 'Airport',
  PrimaryId: { AttributeName: 'iata', AttributeType: STRING, PrimaryIdAsAttribute: true },
  Attributes: [
    { AttributeName: 'city', AttributeType: STRING },
    { AttributeName: 'country', AttributeType: STRING },
  ],
  Config: {},
  IsLocal: true,
};

const results = (of: unknown): unknown => ({ error: false, message: '', results: of });

function aLoad(status: WireLoadStatus['overall']['status']): WireLoadStatus {
  const lines = { validLine: 3, rejectLine: 0, notEnoughToken: 0, oversizeToken: 0 };
  const counts = {
    typeName: 'Airport',
    validObject: 3,
    newObject: 3,
    updatedObject: 0,
    deletedObject: 0,
    noIdFound: 0,
    invalidAttribute: 0,
    invalidPrimaryId: 0,
    missingEndpoint: 0,
    failedCondition: 0,
  };
  const fileLevel = { ...lines, failedConditionLine: 0, surplusToken: 0, invalidJson: 0 };
  return {
    overall: {
      id: 'g.j.file.m1.1',
      jobName: 'j',
      graphName: 'g',
      status,
      error: null,
      progress: 1,
      startTime: 0,
      endTime: 1,
      duration: 1,
      size: 9,
      averageSpeed: 9,
      currentSpeed: 0,
      statistics: { fileLevel, objectLevel: { vertex: [counts], edge: [] } },
    },
    workers: [],
  };
}

/** How the workspace samples airports.csv with options; the options of each sample are collected in `samples`. */
type Sampling = (options: Partial<ParsingOptions>) => WireSample | Promise<WireSample>;
let samples: Partial<ParsingOptions>[] = [];
/** Files and loads that the workspace has, and its calls that change something. */
let kept: DataFile[] = [];
let loads: WireLoadStatus[] = [];
let done: string[] = [];
/** What the workspace keeps for the page. */
let draft: object = {};

/** A workspace whose graph g has the vertex type Airport. */
const workspace =
  (sampling: Sampling) =>
  ({ method, path, body }: WorkspaceCall): unknown => {
    if (path.startsWith('/gsql/v1/schema/graphs')) {
      return { graphs: [{ graphName: 'g', vertices: ['Airport'], edges: [] }] };
    }
    if (path === '/api/loading-job-info/g') {
      if (method === 'PUT') draft = body as object;
      return results(draft);
    }
    if (path === '/api/data-files') return results(kept);
    if (path.startsWith('/gsql/v1/loading-jobs/status')) return results(loads);
    if (
      path.startsWith('/api/loading-jobs/g/undo/') ||
      (method === 'DELETE' && path.startsWith('/api/data-files/'))
    ) {
      done.push(`${method} ${path}`);
      kept = [];
      return results(null);
    }
    if (path.startsWith('/api/data-files/')) {
      return results({
        name: 'airports.csv',
        size: 9,
        modifiedAt: '2026-01-31T00:00:00Z',
        path: 'airports.csv',
      });
    }
    if (path.startsWith('/api/data-sample')) {
      const { options } = body as { readonly options: Partial<ParsingOptions> };
      samples.push(options);
      return Promise.resolve(sampling(options)).then(results);
    }
    return {
      ...(results({ GraphName: 'g', VertexTypes: [AIRPORT], EdgeTypes: [] }) as object),
      vertexStyles: {},
      edgeStyles: {},
    };
  };

beforeEach(() => {
  samples = [];
  kept = [];
  loads = [];
  done = [];
  draft = {};
  // Uploads then go by fetch, which the test answers.
  vi.stubGlobal('XMLHttpRequest', undefined);
});

const found = (options: Partial<ParsingOptions>): WireSample =>
  aSample('airports.csv', ['iata', 'town'], { separator: ';', ...options });

async function chooseFile(sampling: Sampling): Promise<void> {
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, workspace(sampling));
  const input = await screen.findByLabelText('Choose files');
  await userEvent.upload(input, new File(['iata;town'], 'airports.csv', { type: 'text/csv' }));
  await screen.findByText('airports.csv', { selector: 'span' });
}

const columns = (): string[] =>
  within(screen.getByRole('region', { name: 'First rows of airports.csv' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

it('keeps the columns and fixed values that were chosen when the quote is changed', async () => {
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', 'town');
  await choose('Column for country of Airport', '(fixed value)');
  await userEvent.type(screen.getByLabelText('Fixed value of country'), 'US');
  await choose('Quote', 'None');
  await waitFor(() => expect(samples.at(-1)).toMatchObject({ quote: 'none', separator: ';', header: true }));
  expect(screen.getByLabelText('Fixed value of country').getAttribute('value')).toBe('US');
  expect(screen.getByRole('combobox', { name: 'Column for city of Airport' }).getAttribute('value')).toBe(
    'town',
  );
});

it('detects the rest again when another encoding is chosen', async () => {
  await chooseFile(found);
  await choose('Encoding', 'UTF-16 little endian');
  await waitFor(() => expect(samples).toHaveLength(2));
  expect(samples).toEqual([{}, { format: 'csv', encoding: 'utf-16le' }]);
});

it('says why a file cannot be read again, and keeps the options that it was read with', async () => {
  await chooseFile((options) => {
    if (options.separator === '\t') throw new Refused('The file has been removed.', 'Not-Found');
    return found(options);
  });
  await choose('Separator', 'Tab');
  await screen.findByText('The file has been removed.');
  const separator = screen.getByRole('combobox', { name: 'Separator' });
  await waitFor(() => expect(separator.getAttribute('value')).toBe('Semicolon ;'));
  expect(columns()).toEqual(['iata STRING', 'town STRING']);
});

it('draws some of very many columns, and finds the others by their names', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `c${at}`);
  await chooseFile((options) => aSample('airports.csv', many, options));
  expect(columns()).toHaveLength(50);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  const select = screen.getByRole('combobox', { name: 'Column for city of Airport' });
  await userEvent.click(select);
  expect((await screen.findAllByRole('option')).length).toBeLessThanOrEqual(100);
  await userEvent.clear(select);
  await userEvent.type(select, 'c19999');
  await userEvent.click(await screen.findByRole('option', { name: 'c19999' }));
  expect(select.getAttribute('value')).toBe('c19999');
});

it('says what cannot be loaded, and why', async () => {
  await chooseFile(() => ({ ...aSample('airports.csv', []), problem: 'It is not text.' }));
  expect(screen.getByText('It is not text.')).toBeDefined();
});

it('uses a file that the workspace has, and deletes it', async () => {
  kept = [{ name: 'old.csv', size: 9, modifiedAt: '2026-01-31T00:00:00Z', path: 'old.csv' }];
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, workspace(found));
  await userEvent.click(await screen.findByRole('button', { name: 'Use old.csv' }));
  await screen.findByRole('region', { name: 'First rows of old.csv' });
  // A chosen file is not offered again.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use old.csv' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Remove old.csv' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete old.csv' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete file' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Files in the workspace' })).toBeNull());
  expect(done).toEqual(['DELETE /api/data-files/old.csv']);
});

it('undoes a load of another visit', async () => {
  loads = [aLoad('finished')];
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, workspace(found));
  await userEvent.click(await screen.findByRole('button', { name: /Undo the load/ }));
  await screen.findByText('3 vertices and edges that it added');
  await userEvent.click(screen.getByRole('button', { name: 'Undo load' }));
  await screen.findByText('The load was undone.');
  expect(done).toEqual(['POST /api/loading-jobs/g/undo/g.j.file.m1.1']);
});

it('brings back the files and mappings of another visit, and keeps what is changed', async () => {
  kept = [{ name: 'airports.csv', size: 9, modifiedAt: '2026-01-31T00:00:00Z', path: 'airports.csv' }];
  await chooseFile(found);
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', 'town');
  await waitFor(() => expect(JSON.stringify(draft)).toContain('"city":{"kind":"column","index":1}'));
  cleanup();
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, workspace(found));
  const city = await screen.findByRole('combobox', { name: 'Column for city of Airport' });
  expect(city.getAttribute('value')).toBe('town');
  expect(samples.at(-1)).toMatchObject({ separator: ';', quote: 'double' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove airports.csv' }));
  await waitFor(() => expect(draft).toEqual({}));
});
