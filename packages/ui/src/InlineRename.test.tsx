import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepCompositions } from './form/compositions.ts';
import { InlineRename } from './InlineRename.tsx';
import { renderUi, userEvent } from './testing.tsx';

function rename(onSave: (name: string) => Promise<unknown>, disabledReason?: string) {
  renderUi(
    <InlineRename
      value="old"
      what="workspace"
      validate={(name) => (name.includes(' ') ? 'no spaces' : null)}
      onSave={onSave}
      disabledReason={disabledReason}
    >
      <h2>old</h2>
    </InlineRename>,
  );
}
async function begin(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Rename workspace old' }));
  const input = screen.getByRole('textbox');
  await userEvent.clear(input);
  return input;
}

describe('InlineRename', () => {
  it('saves on Enter', async () => {
    const onSave = vi.fn(() => Promise.resolve());
    rename(onSave);
    await userEvent.type(await begin(), 'new{Enter}');
    expect(onSave).toHaveBeenCalledWith('new');
    expect(await screen.findByRole('heading', { name: 'old' })).toBeTruthy();
  });

  it('leaves keys of an input method to it', async () => {
    onTestFinished(keepCompositions(window));
    const onSave = vi.fn(() => Promise.resolve());
    rename(onSave);
    const input = await begin();
    fireEvent.compositionStart(input);
    fireEvent.change(input, { target: { value: 'gong' } });
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(input, { key: 'Escape', isComposing: true });
    fireEvent.compositionEnd(input);
    // Safari ends the composition before it tells of the key.
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
    expect(onSave).not.toHaveBeenCalled();
    fireEvent.change(input, { target: { value: 'new' } });
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
    expect(onSave).toHaveBeenCalledExactlyOnceWith('new');
    expect(await screen.findByRole('heading', { name: 'old' })).toBeTruthy();
  });

  it('ignores an empty and an unchanged name, and Escape', async () => {
    const onSave = vi.fn(() => Promise.resolve());
    rename(onSave);
    await userEvent.type(await begin(), '{Enter}');
    await userEvent.type(await begin(), 'old{Enter}');
    await userEvent.type(await begin(), 'other{Escape}');
    expect(onSave).not.toHaveBeenCalled();
    expect(screen.getByRole('heading', { name: 'old' })).toBeTruthy();
  });

  it('says what is wrong with a name and does not save it', async () => {
    const onSave = vi.fn(() => Promise.resolve());
    rename(onSave);
    await userEvent.type(await begin(), 'a b{Enter}');
    expect(screen.getByText('no spaces')).toBeTruthy();
    expect(onSave).not.toHaveBeenCalled();
  });

  it('brings the old name back and shows the failure', async () => {
    rename(() => Promise.reject(new Error("'new' is exist, please use another name")));
    await userEvent.type(await begin(), 'new{Enter}');
    expect(await screen.findByText("'new' is exist, please use another name")).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'old' })).toBeTruthy();
  });

  it('cannot be begun while it is not allowed', async () => {
    rename(() => Promise.resolve(), 'The workspace is Pending.');
    await userEvent.click(screen.getByRole('button', { name: 'Rename workspace old' }));
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
