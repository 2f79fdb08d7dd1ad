import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';

type Body = { readonly body: unknown };

async function open(answers: Answers) {
  renderConsole('/', aCloud([aWorkgroup()], answers));
  await userEvent.click(await screen.findByRole('button', { name: /Give feedback/ }));
  return within(await screen.findByRole('dialog', { name: 'Give feedback' }));
}

it('asks for what is missing, keeps what was typed when it cannot be sent or is closed, and is sent', async () => {
  const sent: unknown[] = [];
  let away = true;
  const dialog = await open({
    giveFeedback: ({ body }: Body) => {
      if (away) throw new Refused('The database is not reached.', 'Unavailable');
      sent.push(body);
      return {};
    },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(dialog.getAllByText('This field is required.')).toHaveLength(2);
  // By the keyboard: a document without layout has no places under the pointer.
  dialog.getByRole('radio', { name: '4 stars' }).focus();
  await userEvent.keyboard(' ');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Message' }), 'Calm');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(dialog.queryAllByText('This field is required.')).toHaveLength(0);
  expect(await screen.findByText(/The database is not reached/)).toBeTruthy();

  await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  away = false;
  await userEvent.click(screen.getByRole('button', { name: /Give feedback/ }));
  const again = within(await screen.findByRole('dialog', { name: 'Give feedback' }));
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Message' }).value).toBe('Calm');
  await userEvent.click(again.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Feedback submitted successfully')).toBeTruthy();
  expect(sent).toEqual([{ category: 'Workspace', rowData: ['4', 'Calm'] }]);
  expect(sessionStorage.length).toBe(0);
});

it('asks about the co-pilot by questions of its own', async () => {
  const sent: unknown[] = [];
  const dialog = await open({
    giveFeedback: ({ body }: Body) => {
      sent.push(body);
      return {};
    },
  });
  await userEvent.click(dialog.getByRole('combobox', { name: 'Category' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Copilot' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Job title' }), 'Analyst');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { category: 'Copilot', rowData: ['1-5', 'Analyst', '', '', '', '', '', '', '', '', ''] },
    ]),
  );
});
