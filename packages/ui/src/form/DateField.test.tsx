import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderUi, userEvent } from '../testing.tsx';
import { DateField } from './DateField.tsx';

function open(initial: string, withTime = true) {
  const onChange = vi.fn<(value: string) => void>();
  const set: { current: (value: string) => void } = { current: () => undefined };
  function Held() {
    const [value, setValue] = useState(initial);
    set.current = setValue;
    return (
      <DateField
        label="From"
        withTime={withTime}
        value={value}
        onChange={(next) => {
          onChange(next);
          setValue(next);
        }}
      />
    );
  }
  renderUi(<Held />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
  return { field, onChange, set };
}

it('is typed, and told once it is whole', async () => {
  const { field, onChange } = open('');
  expect(field.placeholder).toBe('yyyy-MM-dd HH:mm');
  await userEvent.type(field, '2026-11-29 14:30');
  expect(onChange.mock.calls).toEqual([['2026-11-29T14:30']]);
  await userEvent.clear(field);
  expect(onChange).toHaveBeenLastCalledWith('');
});

it('puts what was written otherwise in order when it is left', async () => {
  const { field, onChange } = open('');
  await userEvent.type(field, '2026/1/2');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onChange.mock.calls).toEqual([['2026-01-02T00:00']]);
  expect(field.value).toBe('2026-01-02 00:00');
});

it('says how it is written when it cannot be read, keeps the text, and has no date then', async () => {
  const { field, onChange } = open('2026-11-29', false);
  await userEvent.clear(field);
  await userEvent.type(field, '2026-02-30');
  await userEvent.tab();
  expect(screen.getByText('Write it as yyyy-MM-dd.')).toBeTruthy();
  expect(field.value).toBe('2026-02-30');
  expect(onChange).toHaveBeenLastCalledWith('');
  await userEvent.type(field, '{Backspace}{Backspace}28');
  expect(screen.queryByText('Write it as yyyy-MM-dd.')).toBeNull();
  expect(onChange).toHaveBeenLastCalledWith('2026-02-28');
});

it('is changed by arrow keys at the caret, from the present where it is empty', async () => {
  const { field, onChange } = open('2026-01-31T10:00');
  await userEvent.click(field);
  field.setSelectionRange(6, 6);
  await userEvent.keyboard('{ArrowUp}');
  expect(field.value).toBe('2026-02-28 10:00');
  expect([field.selectionStart, field.selectionEnd]).toEqual([5, 7]);
  await userEvent.keyboard('{ArrowDown}');
  expect(onChange).toHaveBeenLastCalledWith('2026-01-28T10:00');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 29, 9, 5) });
  try {
    fireEvent.change(field, { target: { value: '' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(field.value).toBe('2026-11-29 09:05');
  } finally {
    vi.useRealTimers();
  }
});

it('shows what it is given from elsewhere', async () => {
  const { field, set } = open('2026-01-31T10:00');
  act(() => set.current('2026-05-01T00:00'));
  expect(await screen.findByDisplayValue('2026-05-01 00:00')).toBe(field);
});
