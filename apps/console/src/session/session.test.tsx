import { describe, expect, it } from 'vitest';
import { safeReturn } from './session.ts';

describe('safeReturn', () => {
  it.each(['/groups/g1?tab=databases', '/', '/editor?workspace_id=w1'])('goes back to %s', (returnTo) => {
    expect(safeReturn({ returnTo })).toBe(returnTo);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/callback?code=x',
    '',
  ])('goes home instead of %s', (returnTo) => {
    expect(safeReturn({ returnTo })).toBe('/');
  });

  it('goes home when nothing was kept', () => {
    expect(safeReturn(null)).toBe('/');
    expect(safeReturn(undefined)).toBe('/');
    expect(safeReturn({ returnTo: 3 })).toBe('/');
  });
});
