import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { GUIDES } from '../../data/guides.ts';

const LINK = /\]\(([\w-]+)\.md(?:#([^)]*))?\)/g;

describe('guides', () => {
  it('lead to each other, and to sections that are there', () => {
    for (const guide of GUIDES) {
      for (const [link, name, anchor] of guide.text.matchAll(LINK)) {
        const target = GUIDES.find((each) => each.name === name);
        expect(target, `${link} in ${guide.name}`).toBeDefined();
        if (anchor !== undefined)
          expect(
            target?.sections.map((section) => section.anchor),
            link,
          ).toContain(anchor);
      }
    }
  });

  it('are listed beside the open one, whose sections can be reached', async () => {
    const user = userEvent.setup();
    const { router } = renderConsole('/guides', aCloud([]));
    expect(await screen.findByRole('heading', { level: 1, name: 'GSQL' })).toBeTruthy();
    const list = screen.getByRole('navigation', { name: 'Guides' });
    expect(within(list).getByRole('link', { name: 'GSQL' }).getAttribute('aria-current')).toBe('page');
    await user.click(within(list).getByRole('link', { name: 'Limits' }));
    expect(router.state.location.hash).toBe('limits');
    expect(screen.getByRole('heading', { level: 2, name: 'Limits' }).id).toBe('limits');
    await user.click(within(list).getByRole('link', { name: 'Backups' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Backups' })).toBeTruthy();
  });

  it('say so when there is none of that name', async () => {
    renderConsole('/guides/nothing', aCloud([]));
    expect(await screen.findByRole('heading', { name: 'No such guide' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the guides' })).toBeTruthy();
  });

  it('open from the organization menu', async () => {
    const user = userEvent.setup();
    renderConsole('/guides/backups', aCloud([]));
    await user.click(await screen.findByRole('button', { name: /^Organization menu/ }));
    const item = await screen.findByRole('menuitem', { name: 'Guides' });
    expect(item.getAttribute('href')).toBe('/guides');
  });
});
