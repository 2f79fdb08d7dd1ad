/** A person's actions on Acacia's pages, by role and label. */
import path from 'node:path';
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import axeCore, { type AxeResults, type RunOptions } from 'axe-core';

const SCREENS = path.join(import.meta.dirname, 'results', 'screens');

/** Where people ask for pictures, takes two of the page: in light and in dark. */
export async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of process.env.ACACIA_SCREENS === undefined ? [] : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: path.join(SCREENS, `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Rules of axe that each colour scheme is held to: the dark one can only change colours. */
const RULES: Readonly<Record<'light' | 'dark', RunOptions>> = {
  light: {},
  dark: { runOnly: ['color-contrast'] },
};

/** Waits for the names of dialogs: one has it with its second drawing. One that never has it is a fault that axe finds. */
async function dialogsNamed(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('[role="dialog"][aria-modal]:not([aria-label])')].every(
          (dialog) => document.getElementById(dialog.getAttribute('aria-labelledby') ?? '') !== null,
        ),
      undefined,
      { timeout: 5_000 },
    )
    .catch(() => undefined);
}

/** Faults of accessibility that axe finds in the page. There are no frames to go into. */
async function violations(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  // Half a megabyte: read once in each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const look = async (): Promise<AxeResults['violations']> => {
    await dialogsNamed(page);
    const found = await page.evaluate(
      (asked) => (window as unknown as { readonly axe: typeof axeCore }).axe.run(document, asked),
      // Other results are counted, not described.
      { ...options, resultTypes: ['violations'] } as RunOptions,
    );
    return found.violations;
  };
  const found = await look();
  // A dialog that came while the page was looked at had no name yet.
  return found.some(({ id }) => id === 'aria-dialog-name') ? look() : found;
}

/** Looks for faults of accessibility, in light and in dark. @param name of what is shown */
export async function accessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = (await violations(page, RULES[colorScheme])).map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.map((node) => node.target.join(' ')),
      why: nodes[0]?.failureSummary,
    }));
    expect.soft(found, `${name} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Key of the greeting after a first workspace, which would stand in the way of other steps. */
const GREETED = 'acacia.greeted';

/** Whether the person is greeted after their first workspace in this browser. */
export const beGreeted = (page: Page, greeted: boolean): Promise<void> =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [GREETED, String(!greeted)] as const);

/** Whether the tip beside the navigation was dismissed, which would stand over parts of pages. */
const TIP_DISMISSED = 'acacia.tutorials.dismissed';

/** Sends the first password on the sign-in page. */
export async function enterPassword(page: Page, email = 'admin@acacia.local'): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await beGreeted(page, false);
  await page.evaluate((key) => localStorage.setItem(key, 'true'), TIP_DISMISSED);
  await page.getByLabel('Password').fill('acacia');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in as the seeded administrator on the sign-in page. */
export async function signIn(page: Page): Promise<void> {
  await enterPassword(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

export async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeAttached();
}

/** Chooses an option of a select. */
export async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export async function pickFromMenu(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Adds an attribute in the designer's panel. */
export async function addAttribute(page: Page, panel: Locator, name: string, type: string): Promise<void> {
  await panel.getByRole('button', { name: 'Add attribute' }).click();
  await panel.getByLabel('Attribute name').last().fill(name);
  if (type !== 'STRING') await choose(page, panel.getByLabel(`Type of ${name}`), type);
}

/** Adds the hosts that pages of a context ask, other than this machine, to `strange`. */
export function watchHosts(context: BrowserContext, strange: Set<string>): void {
  context.on('request', (request) => {
    const { protocol, hostname, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && hostname !== 'localhost') strange.add(host);
  });
}

/** Texts of the table cells with something that stands over their edge, onto the cell beside them. */
export function overfullCells(page: Page): Promise<string[]> {
  return page.locator('td').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return [...cell.querySelectorAll('*')].some((part) => {
          const box = part.getBoundingClientRect();
          return box.width > 0 && (box.right > right + 1 || box.left < left - 1);
        });
      })
      .map((cell) => cell.textContent ?? ''),
  );
}

/** Replaces the text of the open file. */
export async function editorText(page: Page, text: string): Promise<void> {
  const editor = page
    .getByRole('main')
    .getByRole('textbox')
    .filter({ has: page.locator('.cm-line') });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}
