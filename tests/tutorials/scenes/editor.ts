import { BUSIEST, GRAPH } from '../world.ts';
import type { Scene } from './scene.ts';

export const editorScene: Scene = {
  id: 31,
  play: async (director, world) => {
    const { page } = director;
    const { workspaceId } = await world.withData();
    await world.go(`/editor?workspace_id=${workspaceId}&graph_name=${GRAPH}`);
    await director.say('The editor knows your schema. Which airports have the most traffic?');
    await director.hold(2);
    await director.click(page.locator('.cm-content').first());
    await page.keyboard.press('ControlOrMeta+A');
    await director.say('The query adds up the flights of each airport, and prints those with the most.');
    await director.type(`${BUSIEST}\n`, 5);
    await page.keyboard.press('Escape');
    await director.hold(1.5);
    await director.say('Install compiles it, so that it can be run, and called from programs.');
    await director.type('\nINSTALL QUERY busiest\nRUN QUERY busiest(10)\n', 3);
    await page.keyboard.press('Escape');
    await director.say('Run all runs the whole file.');
    await director.click(page.getByRole('button', { name: 'Run all' }));
    await director.until(page.getByRole('cell', { name: 'ATL' }).first(), 2);
    await director.say(
      'The result is a table. It can be sorted, copied and saved, and seen as JSON or a graph.',
    );
    await director.point(page.getByRole('cell', { name: 'ATL' }).first());
    await director.hold(1.5);
    await director.click(page.getByRole('tab', { name: 'JSON' }));
    await director.hold(2);
    await director.click(page.getByRole('tab', { name: 'Table' }));
    await director.hold(1.5);
  },
};
