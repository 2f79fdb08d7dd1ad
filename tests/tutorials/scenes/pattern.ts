import { GRAPH } from '../world.ts';
import type { Scene } from './scene.ts';

export const patternScene: Scene = {
  id: 41,
  play: async (director, world) => {
    const { page } = director;
    const { workspaceId } = await world.withData();
    await world.go(`/explore?workspace_id=${workspaceId}&graph_name=${GRAPH}`);
    await director.say('How does one fly from Allentown to Hawaii with one stop? Draw it as a pattern.');
    await director.hold(2);
    await director.click(page.getByRole('button', { name: 'Pattern', exact: true }));
    const pattern = page.getByRole('form', { name: 'Pattern' });
    const condition = (vertex: number, what: string) =>
      pattern.getByLabel(`${what} of vertex ${vertex}, condition 1`, { exact: true });
    await director.say('The first vertex is an airport, under a condition: its city is Allentown.');
    await director.click(pattern.getByRole('button', { name: 'Add a condition on vertex 1' }));
    await director.choose(condition(1, 'Attribute'), 'city');
    await director.fill(condition(1, 'Value'), 'Allentown');
    await director.say('A flight leads to the next airport, and another flight to a third one.');
    await director.click(pattern.getByRole('button', { name: 'Add a step' }));
    await director.click(pattern.getByRole('button', { name: 'Add a step' }));
    await director.say('That one is in the state HI.');
    await director.click(pattern.getByRole('button', { name: 'Add a condition on vertex 3' }));
    await director.choose(condition(3, 'Attribute'), 'state');
    await director.fill(condition(3, 'Value'), 'HI');
    await director.say('Find all that matches.');
    await director.click(pattern.getByRole('button', { name: 'Find matches' }));
    await director.hold(3);
    await director.say('The pattern is GSQL as well. It can go on as a query in the editor.');
    await director.point(pattern.getByLabel('The pattern as GSQL'));
    await director.hold(2);
    await director.say('Select a vertex to see its attributes, and to go on from there.');
    await page.getByRole('application', { name: `Graph ${GRAPH}` }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await director.hold(3);
  },
};
