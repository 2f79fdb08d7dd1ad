import type { Scene } from './scene.ts';

export const apiScene: Scene = {
  id: 16,
  play: async (director, world) => {
    const { page } = director;
    const { workgroupId } = await world.withData();
    await world.go(`/groups/${workgroupId}?tab=workspaces`);
    await director.say('Programs use a workspace through its REST API.');
    await director.hold(1.5);
    await director.take(
      page.getByRole('button', { name: 'Connect', exact: true }).first(),
      'Connect from API',
    );
    const sheet = page.getByRole('dialog', { name: 'Connect from API' });
    await director.say('Its address, its endpoints and a first program are here.');
    await director.hold(2);
    await director.say('Installed queries are endpoints. Search for one.');
    await director.fill(sheet.getByRole('textbox', { name: 'Search endpoints' }), 'busiest');
    await director.click(sheet.getByRole('list', { name: 'Endpoints' }).getByRole('button').first());
    const dialog = page.getByRole('dialog', { name: 'Run busiest' });
    await director.say('Fill in its parameters, and run it.');
    await director.fill(dialog.getByRole('textbox', { name: 'k' }), '3');
    await director.click(dialog.getByRole('button', { name: 'Run', exact: true }));
    await director.until(dialog.getByRole('region', { name: 'Answer' }), 2.5);
    await director.say('Code snippets have the same call as curl, JavaScript or Python, ready to copy.');
    await director.click(dialog.getByRole('tab', { name: 'Code snippets' }));
    await director.hold(2);
    await director.click(dialog.getByText('JavaScript', { exact: true }));
    await director.hold(2.5);
    await director.say('The token in the code is made in the sheet, by Generate database token.');
    await director.hold(2.5);
  },
};
