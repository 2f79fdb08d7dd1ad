import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatars, initialsOf } from './Avatars.tsx';
import { renderUi } from './testing.tsx';

describe('Avatars', () => {
  it.each([
    ['Ann Bee', 'AB'],
    ['ann.van.bee@example.com', 'AB'],
    ['admin@acacia.local', 'A'],
    ['Élodie', 'É'],
    ['@', ''],
  ])('of %s are %s', (person, initials) => expect(initialsOf(person)).toBe(initials));

  it('show fifteen, and name those who are left', () => {
    const people = Array.from({ length: 17 }, (_, i) => `person${i}@example.com`);
    renderUi(<Avatars label="Members" people={people} />);
    const list = within(screen.getByRole('list', { name: 'Members' }));
    expect(list.getAllByRole('img')).toHaveLength(16);
    expect(
      list.getByRole('img', { name: '2 more: person15@example.com, person16@example.com' }).textContent,
    ).toBe('+2');
  });

  it('show all where there is room', () => {
    renderUi(<Avatars label="Members" people={['Ann Bee']} />);
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });
});
