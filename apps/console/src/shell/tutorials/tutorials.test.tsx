import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { CHAPTERS } from './chapters.ts';
// Loaded with the file, so that loading does not count against the tests' timeouts.
import './TutorialsPanel.tsx';

const group = aWorkgroup();

async function open(path: string) {
  renderConsole(path, aCloud([group]));
  const opener = await screen.findByRole('button', { name: 'Tutorials' });
  await userEvent.click(opener);
  return { opener, panel: await screen.findByRole('dialog') };
}
const buttonIn = (panel: HTMLElement, name: string | RegExp) => within(panel).getByRole('button', { name });

describe('the chapters', () => {
  it('have the stated ids', () => {
    expect(CHAPTERS.map(({ id, subChapters }) => [id, subChapters.map((item) => item.TutorialID)])).toEqual([
      [0, [0]],
      [1, [11, 12, 13, 15, 16]],
      [2, [21, 22]],
      [3, [31, 32]],
      [4, [41]],
    ]);
    const links = CHAPTERS.flatMap(({ subChapters }) => subChapters).filter(({ Type }) => Type === 'Link');
    expect(links.map(({ TutorialID, Url }) => [TutorialID, Url])).toEqual([[32, '/guides/gsql']]);
  });

  it.each([
    ['/', 'Tutorials'],
    ['/guides/gsql', 'Tutorials'],
    [`/groups/${group.workgroup_id}`, 'Workgroup & workspace'],
    ['/ingestion', 'Load data'],
    ['/editor', 'Query editor'],
    ['/explore', 'Explore graph'],
    ['/design-schema', 'Tutorials'],
  ])('open from %s at %s', async (path, name) => {
    const { panel } = await open(path);
    expect(within(panel).getByRole('heading', { level: 2 }).textContent).toBe(name);
  });
});

describe('the panel', () => {
  it('leads down to a video, from one to the next, and up again, level by level', async () => {
    const { panel } = await open('/');
    expect(within(panel).queryByRole('button', { name: 'Back' })).toBeNull();
    await userEvent.click(buttonIn(panel, /^Workgroup & workspace/));
    expect(panel.querySelector('video')).toBeNull();
    await userEvent.click(buttonIn(panel, /^Monitor a workspace/));
    const heading = () => within(panel).getByRole('heading', { level: 2 });
    expect(heading().textContent).toBe('Monitor a workspace');
    expect(document.activeElement).toBe(heading());
    const video = within(panel).getByLabelText<HTMLVideoElement>('Monitor a workspace');
    expect(video.getAttribute('src')).toBe('/tutorials/13.webm');
    expect(video.controls).toBe(true);
    const track = video.querySelector('track');
    expect([track?.kind, track?.default, track?.getAttribute('src')]).toEqual([
      'captions',
      true,
      '/tutorials/13.vtt',
    ]);

    await userEvent.click(buttonIn(panel, 'Next: Profile the data'));
    expect(heading().textContent).toBe('Profile the data');
    await userEvent.click(buttonIn(panel, 'Previous: Monitor a workspace'));
    await userEvent.click(buttonIn(panel, 'Back'));
    expect(heading().textContent).toBe('Workgroup & workspace');
    await userEvent.click(buttonIn(panel, 'Back'));
    expect(heading().textContent).toBe('Tutorials');
  });

  it('gives Getting started its own size, and has no chapter of one video above it', async () => {
    const { panel } = await open('/');
    await userEvent.click(buttonIn(panel, /^Getting started/));
    expect(panel.hasAttribute('data-large')).toBe(true);
    expect(within(panel).getByLabelText('Getting started', { selector: 'video' })).toBeTruthy();
    await userEvent.click(buttonIn(panel, 'Back'));
    expect(panel.hasAttribute('data-large')).toBe(false);
  });

  it('begins anew after it was closed, and gives the focus back', async () => {
    const { opener, panel } = await open('/');
    await userEvent.click(buttonIn(panel, /^Load data/));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
    await userEvent.click(opener);
    const again = await screen.findByRole('dialog', { name: 'Tutorials' });
    await userEvent.click(buttonIn(again, 'Close tutorials'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stands beside a page that can be used meanwhile, in place of the chat', async () => {
    const { panel } = await open('/');
    expect(panel.getAttribute('aria-modal')).toBeNull();
    expect(panel.hasAttribute('data-hide-chat')).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Add-ons' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Add-ons' })).toBeTruthy();
    expect(screen.getByRole('dialog')).toBe(panel);
  });

  it('opens the guide of the language in a tab of its own', async () => {
    const { panel } = await open('/editor');
    const link = within(panel).getByRole('link', { name: /^GSQL, the guide/ });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/guides/gsql', '_blank']);
  });

  it('says that a video could not be loaded, and tries again', async () => {
    const { panel } = await open('/explore');
    await userEvent.click(buttonIn(panel, /^Search by a pattern/));
    const video = () => within(panel).queryByLabelText('Search by a pattern', { selector: 'video' });
    fireEvent.error(video() as HTMLElement);
    expect(within(panel).getByRole('alert').textContent).toContain('The video could not be loaded.');
    expect(video()).toBeNull();
    await userEvent.click(buttonIn(panel, 'Try again'));
    expect(within(panel).queryByRole('alert')).toBeNull();
    expect(video()).not.toBeNull();
  });

  it('opens at a chapter from the home page, and at that of a page beside its other help', async () => {
    const { router } = renderConsole('/', aCloud([group]));
    const section = await screen.findByRole('region', { name: 'Tutorials' });
    await userEvent.click(within(section).getByRole('button', { name: /^Query editor/ }));
    expect(await screen.findByRole('dialog', { name: 'Query editor' })).toBeTruthy();
    await router.navigate({ to: '/groups/$groupID', params: { groupID: group.workgroup_id } });
    await userEvent.click(await screen.findByRole('button', { name: 'Watch tutorials' }));
    expect(await screen.findByRole('dialog', { name: 'Workgroup & workspace' })).toBeTruthy();
  });
});

describe('the tip', () => {
  const TIP = 'Start your journey with our tutorials';

  it('is shown until it is dismissed, and never again in this browser', async () => {
    renderConsole('/', aCloud([group]));
    expect(await screen.findByText(TIP)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Tutorials' }));
    await waitFor(() => expect(screen.queryByText(TIP)).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Close tutorials' }));
    await userEvent.click(screen.getByRole('button', { name: 'Got it!' }));
    expect(screen.queryByText(TIP)).toBeNull();
    expect(localStorage.getItem('acacia.tutorials.dismissed')).toBe('true');
  });

  it('stays away where it was dismissed before', async () => {
    localStorage.setItem('acacia.tutorials.dismissed', 'true');
    renderConsole('/', aCloud([group]));
    await screen.findByRole('button', { name: 'Tutorials' });
    expect(screen.queryByText(TIP)).toBeNull();
  });
});
