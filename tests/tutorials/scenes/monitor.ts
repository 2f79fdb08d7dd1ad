import type { Scene } from './scene.ts';

export const monitorScene: Scene = {
  id: 13,
  play: async (director, world) => {
    const { page } = director;
    const place = await world.withData();
    await world.go(`/groups/${place.workgroupId}?tab=monitor`);
    // Readings are taken every 15 seconds: one before the work, one after it.
    await page.getByText('p95 latency').waitFor({ timeout: 120_000 });
    await world.work(place, 300);
    await page.waitForTimeout(35_000);
    await world.work(place, 150);
    await page.waitForTimeout(20_000);
    const busy = world.work(place, 400);
    await world.go(`/groups/${place.workgroupId}?tab=workspaces`);
    await director.say('The monitor shows how a workspace is doing.');
    await director.hold(1.5);
    await director.click(page.getByRole('tab', { name: 'Monitor' }));
    await director.until(page.getByText('p95 latency'), 2);
    await director.say(
      'The figures are of now: processor, memory, storage, queries in a second, and their latency.',
    );
    await director.point(page.getByText('p95 latency'));
    await director.hold(2);
    await director.say('Choose the range of time. Charts of the same range follow below each other.');
    await director.click(page.getByRole('combobox', { name: 'Time' }));
    await director.hold(1);
    await director.click(page.getByRole('option').first());
    await director.hold(1.5);
    await director.say('Point at a chart to read its values at that moment.');
    await director.point(page.getByRole('figure').nth(1));
    await director.hold(2);
    await director.say('Queries, errors and loads follow below. Alerts watch a figure while you are away.');
    await director.point(page.getByRole('figure').nth(4));
    await director.hold(2.5);
    await busy;
  },
};
