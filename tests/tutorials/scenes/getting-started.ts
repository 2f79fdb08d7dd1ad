import { GRAPH } from '../world.ts';
import type { Scene } from './scene.ts';

export const gettingStartedScene: Scene = {
  id: 0,
  play: async (director, world) => {
    const { page } = director;
    await world.withData();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const open = (name: string) => director.click(navigation.getByRole('link', { name }));
    await world.go('/');
    await director.say('Welcome. Home shows your workspaces, and ways to begin.');
    await director.hold(2.5);
    await director.say('A graph begins with its schema: types of vertices, and the edges between them.');
    await open('Design schema');
    await director.hold(3);
    await director.say('Load data brings files, or reads them from a store, and maps columns to types.');
    await open('Load data');
    await director.hold(3);
    await director.say('In the query editor you ask questions in GSQL or openCypher.');
    await open('Query editor');
    await director.hold(1);
    await director.click(page.locator('.cm-content').first());
    await page.keyboard.press('ControlOrMeta+A');
    await director.type('RUN QUERY busiest(10)\n', 1);
    await page.keyboard.press('Escape');
    await director.click(page.getByRole('button', { name: 'Run all' }));
    await director.until(page.getByRole('cell', { name: 'ATL' }).first(), 3);
    await director.say('Explore graph shows the graph itself. Find a vertex by a word, and expand it.');
    await open('Explore graph');
    await director.click(page.getByRole('textbox', { name: 'Search the graph' }));
    await director.type('lehigh');
    await director.click(page.getByRole('option', { name: /ABE/ }).first());
    await page.getByRole('application', { name: `Graph ${GRAPH}` }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await director.hold(1.5);
    await director.click(page.getByRole('button', { name: /^Expand Flight leading out/ }));
    await director.hold(2.5);
    await director.say('The other tutorials show each tool by itself. Enjoy your graphs!');
    await director.hold(2);
  },
};
