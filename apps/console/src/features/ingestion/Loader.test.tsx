import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { renderConsole, type WorkspaceCall } from '../../testing/render-console.tsx';
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

/** A workspace whose graph g has the vertex type Airport. */
function workspace({ path }: WorkspaceCall): unknown {
  if (path.startsWith('/gsql/v1/schema/graphs')) {
    return { graphs: [{ graphName: 'g', vertices: ['Airport'], edges: [] }] };
  }
  return {
    error: false,
    message: '',
    results: { GraphName: 'g', VertexTypes: [AIRPORT], EdgeTypes: [] },
    vertexStyles: {},
    edgeStyles: {},
  };
}

/** A file that is read when the test says so; each read waits in `reads`. */
class SlowFile extends File {
  readonly reads: { readonly finish: () => void; readonly fail: () => void }[] = [];
  override slice(): Blob {
    const text = new Promise<string>((resolve, reject) =>
      this.reads.push({
        finish: () => resolve('iata;town\nJFK;"New York"\n'),
        fail: () => reject(new Error('The file has been removed.')),
      }),
    );
    return Object.assign(new Blob(), { text: () => text });
  }
}

async function chooseFile(): Promise<SlowFile> {
  renderConsole('/ingestion?workspace_id=w1&graph_name=g', aCloud([aWorkgroup()]), true, workspace);
  const input = await screen.findByLabelText('Choose CSV files');
  const file = new SlowFile(['iata;town'], 'airports.csv', { type: 'text/csv' });
  await userEvent.upload(input, file);
  await waitFor(() => expect(file.reads).toHaveLength(1));
  file.reads[0]?.finish();
  await screen.findByText('airports.csv', { selector: 'span' });
  return file;
}

const sample = () => screen.getByRole('region', { name: 'First rows of airports.csv' });
const columns = (): string[] =>
  within(sample())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

it('keeps the columns and fixed values that were chosen when the quote is changed', async () => {
  const file = await chooseFile();
  await userEvent.click(screen.getByRole('button', { name: 'Map airports.csv' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Airport' }));
  await choose('Column for city of Airport', 'town');
  await choose('Column for country of Airport', '(fixed value)');
  await userEvent.type(screen.getByLabelText('Fixed value of country'), 'US');
  await choose('Quote', 'None');
  await waitFor(() => expect(file.reads).toHaveLength(2));
  file.reads[1]?.finish();
  await within(sample()).findByText('"New York"');
  expect(screen.getByLabelText('Fixed value of country').getAttribute('value')).toBe('US');
  expect(screen.getByRole('combobox', { name: 'Column for city of Airport' }).getAttribute('value')).toBe(
    'town',
  );
});

it('says why a file cannot be read again, and keeps the options that it was read with', async () => {
  const file = await chooseFile();
  await choose('Separator', 'Tab');
  await waitFor(() => expect(file.reads).toHaveLength(2));
  file.reads[1]?.fail();
  await screen.findByText('The file has been removed.');
  const separator = screen.getByRole('combobox', { name: 'Separator' });
  await waitFor(() => expect(separator.getAttribute('value')).toBe('Semicolon ;'));
  expect(columns()).toEqual(['iata', 'town']);
});
