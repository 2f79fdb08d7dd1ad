import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../testing.tsx';
import { Banner } from './Banner.tsx';
import { PermissionNotice } from './PermissionNotice.tsx';
import { ProgressNotice } from './ProgressNotice.tsx';

describe('Banner', () => {
  it.each([
    ['info', 'status', 'Note: Memory is at 70%.'],
    ['warning', 'status', 'Warning: Memory is at 70%.'],
    ['danger', 'alert', 'Danger: Memory is at 70%.'],
    ['critical', 'alert', 'Critical: Memory is at 70%.'],
  ] as const)('says the level %s in words, as %s', (level, role, text) => {
    renderUi(
      <Banner level={level} action={<button type="button">Resize</button>}>
        Memory is at 70%.
      </Banner>,
    );
    expect(screen.getByRole(role).textContent).toContain(text);
    expect(screen.getByRole('button', { name: 'Resize' })).toBeTruthy();
  });
});

describe('ProgressNotice', () => {
  it('says how far it is', () => {
    renderUi(<ProgressNotice label="Restoring" percent={41.6} detail="2 minutes left" />);
    expect(screen.getByRole('progressbar', { name: 'Restoring' }).getAttribute('aria-valuenow')).toBe('41.6');
    expect(screen.getByText('42%')).toBeTruthy();
    expect(screen.getByText('2 minutes left')).toBeTruthy();
  });

  it('says only that it is under way while it cannot be told how far', () => {
    renderUi(<ProgressNotice label="Restoring" percent={null} />);
    const bar = screen.getByRole('progressbar', { name: 'Restoring' });
    expect(bar.getAttribute('aria-valuenow')).toBeNull();
    expect(bar.getAttribute('aria-valuetext')).toBe('under way');
  });
});

it('says what a person may not do', () => {
  renderUi(<PermissionNotice what="Logs are">You may not see logs.</PermissionNotice>);
  expect(screen.getByText('Logs are not available to you')).toBeTruthy();
  expect(screen.getByText('You may not see logs.')).toBeTruthy();
});
