import { WORKGROUP, WORKSPACE } from '../world.ts';
import type { Scene } from './scene.ts';

export const createScene: Scene = {
  id: 11,
  play: async (director, world) => {
    const { page } = director;
    await world.go('/');
    await director.say(
      'A workspace runs your graphs. It belongs to a workgroup: a cloud provider and a region.',
    );
    await director.hold(2);
    await director.click(page.getByRole('button', { name: /^Create workspace/ }));
    await director.say('Give the workgroup a name. Provider and region say where it runs.');
    await director.fill(page.getByLabel('Workgroup name'), WORKGROUP);
    await director.point(page.getByRole('combobox', { name: 'Region' }));
    await director.click(page.getByRole('button', { name: 'Next' }));
    await director.say(
      'Name its first workspace, and choose its size. A database of its own is made with it.',
    );
    await director.fill(page.getByLabel('Workspace name'), WORKSPACE);
    await director.hold(1.5);
    await director.say('Create it. It is ready in a few seconds.');
    await director.click(page.getByRole('button', { name: 'Create', exact: true }));
    await director.until(page.getByRole('heading', { name: `${WORKSPACE} is ready. What next?` }), 2);
    await director.say(
      'The workspace is Active. Its card has its address, its size and what it costs in an hour.',
    );
    await director.click(page.getByRole('tab', { name: 'Workspaces' }));
    await director.point(page.getByText('Active', { exact: true }));
    await director.hold(2);
  },
};

export const readOnlyScene: Scene = {
  id: 12,
  play: async (director, world) => {
    const { page } = director;
    const { workgroupId } = await world.withData();
    await world.go(`/groups/${workgroupId}?tab=workspaces`);
    await director.say('A read-only workspace answers queries from a snapshot of a database.');
    await director.hold(2);
    await director.click(page.getByRole('link', { name: 'Create workspace' }));
    await director.say('Name it.');
    await director.fill(page.getByLabel('Workspace name'), 'Reports');
    await director.say('In More options, attach the database that the read-write workspace has.');
    await director.click(page.getByRole('button', { name: 'More options' }));
    await director.click(page.getByRole('radio', { name: 'Attach an existing database' }));
    await director.click(page.getByRole('combobox', { name: 'Existing database' }));
    await director.click(page.getByRole('option').first());
    await director.hold(1);
    await director.say('It is read-only, because one workspace already writes to that database.');
    await director.hold(2);
    await director.click(page.getByRole('button', { name: 'Create', exact: true }));
    await director.say('It comes up beside the other one, marked R/O.');
    await director.until(page.getByText('R/O').first(), 1);
    await director.until(page.getByText('2 Active'), 2);
    await director.say('What is written later is seen after Update. The address stays the same.');
    await director.point(page.getByRole('button', { name: 'Update', exact: true }));
    await director.hold(2);
  },
};
