import { userEvent } from '@acacia/ui/testing';
import type { ParsingOptions, WireSample } from '@acacia/contract';
import { screen, waitFor, within } from '@testing-library/react';
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

/** How the workspace samples airports.csv with options; the options of each sample are collected in `samples`. */
type Sampling = (options: Partial<ParsingOptions>) => WireSample | Promise<WireSample>;
let samples: Partial<ParsingOptions>[] = [];

/** A workspace whose graph g has the vertex type Airport. */
const workspace =
  (sampling: Sampling) =>
  ({ path, body }: WorkspaceCall): unknown => {
    if (path.startsWith('/gsql/v1/schema/graphs')) {
      return { graphs: [{ graphName: 'g', vertices: ['Airport'], edges: [] }] };
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
