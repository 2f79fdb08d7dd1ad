import { GRAPH } from '../world.ts';
import type { Scene } from './scene.ts';

export const profileScene: Scene = {
  id: 15,
  play: async (director, world) => {
    const { page } = director;
    const { workgroupId } = await world.withData();
    await world.go(`/groups/${workgroupId}?tab=workspaces`);
    await director.say('The data profile shows what is in a graph, computed from the data itself.');
    await director.hold(1.5);
    await director.click(page.getByRole('tab', { name: 'Data profile' }));
    await director.until(page.getByText('Vertices per type'), 2);
    await director.say(`Counts come first: vertices and edges of ${GRAPH}, and how many of each type.`);
    await director.hold(2.5);
    await director.say('Degrees tell how edges are spread: most airports have few routes, some have many.');
    await director.point(page.getByText('Degrees of Flight'));
    await director.hold(2.5);
    await director.say(
      'Of each attribute: how much of it is filled, its distinct values, the least and the greatest.',
    );
    await director.point(page.getByRole('button', { name: 'longitude', exact: true }));
    await director.hold(2.5);
    await director.click(page.getByRole('button', { name: 'state', exact: true }));
    await director.say('Choose an attribute to see how its values are distributed.');
    await director.point(page.getByText('Values of state'));
    await director.hold(2.5);
  },
};
