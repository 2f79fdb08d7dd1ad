import { Button, Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderUi, userEvent } from '../testing.tsx';
import { useOnTop } from './useOnTop.ts';

function Dialog({ depth }: { readonly depth: number }) {
  const [opened, setOpened] = useState(false);
  const onClose = useOnTop(opened, () => setOpened(false));
  return (
    <>
      <Button onClick={() => setOpened(true)}>{`Open ${depth}`}</Button>
      <Modal opened={opened} onClose={onClose} title={`Dialog ${depth}`}>
        {depth < 3 && <Dialog depth={depth + 1} />}
      </Modal>
    </>
  );
}

it('closes one dialog at a time, from the top', async () => {
  renderUi(<Dialog depth={1} />);
  for (const depth of [1, 2, 3]) {
    await userEvent.click(screen.getByRole('button', { name: `Open ${depth}` }));
    await screen.findByRole('dialog', { name: `Dialog ${depth}` });
  }
  for (const left of [2, 1, 0]) {
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryAllByRole('dialog', { hidden: true })).toHaveLength(left));
  }
});
