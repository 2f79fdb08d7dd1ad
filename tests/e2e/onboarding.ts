/** The onboarding of a newcomer: two related files of their own become a graph that is explored. */
import { expect, type Page } from '@playwright/test';
import { accessible, choose, look } from './pages.ts';

const csv = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${rows.join('\n')}\n`),
});

const GROWERS = csv('growers.csv', [
  'grower_id,name,region,joined',
  'g1,Anna,North,2021-03-01',
  'g2,Bela,South,2022-05-14',
  'g3,Chen,North,2020-11-30',
  'g4,Dana,East,2023-01-09',
]);
const HARVESTS = csv('harvests.csv', [
  'harvest_id,grower_id,crop,kilograms,picked',
  ...[1, 1, 1, 2, 3, 1, 2, 1].map(
    (grower, at) =>
      `${at + 1},g${grower},${at % 3 === 0 ? 'Plum' : 'Apple'},${10 + at * 2.5},2026-09-0${at + 1}`,
  ),
]);
const WIDE = csv('wide.csv', [
  Array.from({ length: 121 }, (_, at) => `c${at}`).join(),
  Array.from({ length: 121 }, (_, at) => String(at)).join(),
]);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** From the page that makes the first workspace to the graph in the explorer. */
export async function onboard(page: Page): Promise<void> {
  await expect(heading(page, 'How would you like to begin?')).toBeVisible();
  await accessible(page, 'onboarding: choose');
  await look(page, 'onboarding-choose');
  await page.getByRole('link', { name: 'Import files' }).click();

  await expect(heading(page, 'Bring your files')).toBeVisible();
  await expect(page.getByLabel('Choose files')).toHaveCount(0);
  const consent = page.getByRole('checkbox', { name: /^I may use these files/ });
  // Drawn once the draft has taken it, which `check` does not wait for.
  await consent.click();
  await expect(consent).toBeChecked();
  await page.getByLabel('Choose files').setInputFiles([GROWERS, HARVESTS, WIDE]);
  const files = page.getByRole('table', { name: 'Files to import' });
  await expect(files.getByRole('row', { name: /wide\.csv.*It has 121 columns/ })).toBeVisible();
  await expect(files.getByRole('checkbox', { name: 'Import harvests.csv' })).toBeChecked();
  await accessible(page, 'onboarding: files');
  await look(page, 'onboarding-files');
  // The choices outlive a reload.
  await page.reload();
  await expect(files.getByRole('checkbox', { name: 'Import harvests.csv' })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(heading(page, 'Review the schema')).toBeVisible();
  const edges = page.getByRole('table', { name: 'Edge types' });
  await expect(edges).toContainText('100 % of its values are grower_id of growers, and its name says so.');
  await expect(
    page.getByRole('list', { name: 'Steps of the import' }).getByText('Review & edit schema'),
  ).toBeVisible();
  await accessible(page, 'onboarding: schema');
  await look(page, 'onboarding-schema');
  let kept = 0;
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/import-draft')) kept += 1;
  });
  const name = page.getByLabel('Name of Harvest_Grower');
  await name.fill('picked_by');
  await name.press('Enter');
  const vertices = page.getByRole('table', { name: 'Vertex types' });
  await choose(page, vertices.getByRole('combobox', { name: 'Key of Grower' }), 'name');
  await choose(page, vertices.getByRole('combobox', { name: 'Key of Grower' }), 'grower_id');
  // One after the other: a reload would drop those that wait.
  await expect.poll(() => kept, { message: 'choices that are kept' }).toBeGreaterThanOrEqual(3);
  await page.reload();
  await expect(page.getByLabel('Name of picked_by')).toBeVisible();
  await page.getByLabel('Name of the graph').fill('Orchard');
  await page.getByRole('button', { name: 'Build my graph' }).click();

  await expect(heading(page, 'Your graph is ready')).toBeVisible();
  await expect(page.getByText('Total edges').locator('..')).toContainText('8');
  await expect(page.getByText('Total vertices').locator('..')).toContainText('12');
  await expect(page.getByRole('region', { name: 'Key Insights' })).toContainText(
    'g1 has 5 of 8 picked_by edges (63 %).',
  );
  await accessible(page, 'onboarding: result');
  await look(page, 'onboarding-result');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'phone-onboarding-result');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Get Started' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get Started' });
  await expect(dialog.getByRole('button', { name: 'Explore on my own' })).toBeVisible();
  await accessible(page, 'onboarding: get started');
  await look(page, 'onboarding-get-started');
  await dialog.getByRole('link', { name: 'Explore graph' }).click();
  await expect(page).toHaveURL(/\/explore\?.*graph_name=Orchard/);

  await page.goBack();
  await expect(heading(page, 'Your graph is ready')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // The best connected vertex comes with what it is connected to.
  await page.getByRole('link', { name: 'Show g1' }).click();
  await expect(page.getByText('6 vertices · 5 edges')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Your graph is ready')).toBeVisible();
  const [workspace] = /workspace_id=[^&]+/.exec(page.url()) ?? [];
  const result = page.url();
  await page.goto(`${new URL(result).origin}/editor?${workspace}&graph_name=Orchard`);
  const begin = page.getByRole('region', { name: 'Statements to begin with in Orchard' });
  await begin.getByRole('button', { name: 'Grower with most picked_by' }).click();
  await expect(page.getByRole('row', { name: /g1 5$/ })).toBeVisible();
  await look(page, 'onboarding-first-question');
  await page.goto(result);
  await expect(heading(page, 'Your graph is ready')).toBeVisible();
  await page.goto(page.url().replace('view-result', 'view-sample-data'));
  await expect(heading(page, 'Are you ready to trace a suspicious transaction?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load the sample' })).toBeVisible();
  await accessible(page, 'onboarding: sample');
  await look(page, 'onboarding-sample');
}

/** From the choice of the sample to the insight at the end of its guided investigation. */
export async function investigate(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/onboarding/choose`);
  await page.getByRole('link', { name: 'Load the fraud graph' }).click();
  await expect(page.getByText('The sample is being loaded.')).toBeVisible();
  const steps = page.getByRole('region', { name: 'Steps of the investigation' });
  await expect(steps.getByRole('button', { name: 'Find the card' })).toBeVisible({ timeout: 240_000 });
  for (const step of [
    'Find the card',
    'Expand the card',
    'Expand the holder',
    'Expand the device',
    'Expand the people',
    'Run the query',
  ]) {
    await steps.getByRole('button', { name: step }).click();
  }
  await expect(steps).toContainText(/\d people share device RING\d+\. Their \d+ cards paid \$/);
  await accessible(page, 'guided investigation');
  await look(page, 'guided-investigation');
  await steps.getByRole('button', { name: 'Close the guide' }).click();
  await expect(page.getByRole('region', { name: 'Search' })).toBeVisible();
  // Home leads on from there.
  await page.goto(origin);
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(/Ask \S+ a question/);
}
