import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole } from '../../testing/render-console.tsx';

describe('Contact support', () => {
  it('asks for what is missing, keeps what was typed, and is sent with the page it is about', async () => {
    const sent: unknown[] = [];
    let away = true;
    renderConsole(
      '/guides/backups',
      aCloud([aWorkgroup()], {
        contactSupport: ({ body }) => {
          if (away) throw new Refused('The database is not reached.', 'Unavailable');
          sent.push(body);
          return { mailed: true };
        },
      }),
    );
    const open = async () => {
      await userEvent.click(await screen.findByRole('button', { name: /^Organization menu/ }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Contact support' }));
      return within(await screen.findByRole('dialog', { name: 'Contact support' }));
    };
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(dialog.getAllByText('This field is required.')).toHaveLength(2);
    await userEvent.type(dialog.getByRole('textbox', { name: /Subject/ }), 'Slow');
    await userEvent.type(dialog.getByRole('textbox', { name: /Message/ }), 'Since noon');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/The database is not reached/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    away = false;
    const again = await open();
    expect(again.getByRole<HTMLInputElement>('textbox', { name: /Subject/ }).value).toBe('Slow');
    await userEvent.click(again.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Your message is on its way')).toBeTruthy();
    expect(sent).toEqual([{ subject: 'Slow', message: 'Since noon', page: '/guides/backups' }]);
    expect(sessionStorage.length).toBe(0);
  });
});

describe('the search of the guides', () => {
  it('finds sections by the beginnings of words, leads to one, and says when there is nothing', async () => {
    const { router } = renderConsole('/guides/gsql', aCloud([]));
    const field = await screen.findByRole('textbox', { name: 'Search the guides' });
    await userEvent.type(field, 'rejected row');
    const found = await screen.findByRole('status');
    expect(found.textContent).toMatch(/^\d+ found$/);
    const [first] = screen.getAllByRole('link', { name: /Loading/ });
    await userEvent.click(first as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe('/guides/loading'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Search the guides' }), 'zzyzx');
    expect((await screen.findByRole('status')).textContent).toBe("Nothing about 'zzyzx' in the guides.");
  });
});

describe('the chat of the operator', () => {
  const open = async (path: string) => {
    renderConsole(
      path,
      aCloud([aWorkgroup()]),
      true,
      undefined,
      {},
      { chat_url: 'https://chat.example/acacia' },
    );
    return screen.findByRole('button', { name: 'Chat with support' });
  };

  it('is loaded when it is opened, and knows nothing of the page', async () => {
    const button = await open('/');
    expect(screen.queryByTitle('Chat with support')).toBeNull();
    await userEvent.click(button);
    const frame = screen.getByTitle<HTMLIFrameElement>('Chat with support');
    expect([frame.src, frame.getAttribute('referrerpolicy')]).toEqual([
      'https://chat.example/acacia',
      'no-referrer',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Close chat' }));
    expect(frame.hidden).toBe(true);
  });

  it('makes room for whatever asks for it', async () => {
    const slot = (await open('/')).parentElement as HTMLElement;
    expect(slot.hidden).toBe(false);
    document.body.setAttribute('data-hide-chat', '');
    await waitFor(() => expect(slot.hidden).toBe(true));
    document.body.removeAttribute('data-hide-chat');
    await waitFor(() => expect(slot.hidden).toBe(false));
  });
});

describe('the status', () => {
  it('is shown to whoever is not signed in', async () => {
    const part = {
      name: 'Mail',
      does: 'Sends mails.',
      state: 'impaired',
      reason: 'Mails have been waiting.',
    };
    const { signIn } = renderConsole(
      '/status',
      {
        getSystemStatus: () => ({
          state: 'impaired',
          version: '1.0.0',
          since: '2026-11-01T00:00:00.000Z',
          checked_at: '2026-11-01T00:00:00.000Z',
          parts: [part, { ...part, name: 'Disk', does: 'Holds data.', state: 'working', reason: '' }],
        }),
      },
      false,
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Some of it is impaired' })).toBeTruthy();
    expect(screen.getByText('Mails have been waiting.')).toBeTruthy();
    expect(screen.getByText('Holds data.')).toBeTruthy();
    expect(signIn).not.toHaveBeenCalled();
  });

  it('says so when the server cannot be reached', async () => {
    renderConsole('/status', { getSystemStatus: () => Promise.reject(new TypeError('fetch failed')) }, false);
    expect(await screen.findByText('The server cannot be reached')).toBeTruthy();
  });
});
