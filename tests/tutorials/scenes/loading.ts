import { AIRPORTS_FILE } from '../../e2e/flights.ts';
import { GRAPH } from '../world.ts';
import type { Scene } from './scene.ts';

export const loadFileScene: Scene = {
  id: 21,
  play: async (director, world) => {
    const { page } = director;
    const { workspaceId } = await world.withSchema();
    await world.go(`/ingestion?workspace_id=${workspaceId}&graph_name=${GRAPH}`);
    await director.say('Load data begins with a file. Drop it here, or choose it.');
    await director.hold(2);
    await director.point(page.getByText('Drop files or folders here'));
    await page.getByLabel('Choose files').setInputFiles(AIRPORTS_FILE);
    await page.getByRole('region', { name: 'First rows of airports.csv' }).getByText('Thigpen').waitFor();
    await director.say(
      'Its first rows are read: separator, quotes and header are found, and can be changed.',
    );
    await director.hold(3);
    await director.say('Map the file to a type. Columns of the same name are mapped at once.');
    await director.take(page.getByRole('button', { name: 'Map airports.csv' }), 'Airport');
    await director.hold(2.5);
    await director.say('Load it. Rows, vertices and rejected rows are counted while it runs.');
    await director.click(page.getByRole('button', { name: 'Load data', exact: true }));
    await director.until(page.getByRole('row', { name: /Vertex Airport/ }), 2);
    await director.say('All rows were stored. A load can be undone, and rejected rows can be mended.');
    await director.hold(3);
  },
};

export const loadStoreScene: Scene = {
  id: 22,
  play: async (director, world) => {
    const { page } = director;
    const { s3 } = world;
    const { workspaceId } = await world.withSchema();
    await world.go(`/ingestion?workspace_id=${workspaceId}&graph_name=${GRAPH}`);
    await director.rest();
    // What the scene before has loaded.
    const before = page.getByRole('button', { name: 'Remove airports.csv' });
    if (await before.isVisible()) await before.click();
    await director.say('Files in Amazon S3 are read where they are. Choose it as the source.');
    await director.hold(1.5);
    await director.click(page.getByRole('button', { name: 'Amazon S3' }));
    await director.say('A data source keeps the keys, encrypted in the workspace.');
    await director.click(page.getByRole('button', { name: 'New data source' }));
    const dialog = page.getByRole('dialog');
    await director.fill(dialog.getByLabel('Name'), 'airline_bucket');
    await director.fill(dialog.getByLabel('Access key'), s3.keys.id);
    await director.fill(dialog.getByLabel('Secret key'), s3.keys.secret);
    await director.say('For Amazon the endpoint stays empty. This one is a store with the same protocol.');
    await director.click(dialog.getByLabel('Endpoint'));
    await director.type(s3.place.endpoint, 2);
    await director.click(dialog.getByRole('button', { name: 'Save' }));
    await director.say('Give the address of a file, or of a folder.');
    await director.click(page.getByLabel('Address of a file or folder'));
    await director.type(`s3://${s3.place.bucket}/flights/flights-airport.csv`, 2);
    await director.click(page.getByRole('button', { name: 'Add', exact: true }));
    await page.getByRole('button', { name: 'Map flights-airport.csv' }).waitFor();
    await director.say('Map it to the edge type: origin and destination, and the number of flights.');
    await director.take(
      page.getByRole('button', { name: 'Map flights-airport.csv' }),
      'Flight (Airport → Airport)',
    );
    await director.choose(page.getByRole('combobox', { name: 'Column for flights of Flight' }), 'count');
    await director.say('Load it, and see how many edges were stored.');
    await director.click(page.getByRole('button', { name: 'Load data', exact: true }));
    await director.until(page.getByRole('row', { name: /Edge Flight/ }), 3);
  },
};
