import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ErrorType } from '@acacia/contract';
import { aCloud } from '../../testing/cloud.ts';
import { eventsOfCloud } from '../../testing/events.ts';
import { anAdmin, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers, type Call } from '../../testing/render-console.tsx';

/** Attempts to reach the server follow one another closely. */
vi.mock('../../services/pause.ts', () => ({ pause: () => new Promise((resolve) => setTimeout(resolve, 5)) }));

const config = () => ({
  issuer: 'http://console/oidc',
  client_id: 'acacia-console',
  audience: null,
  scopes: 'openid',
  mode: 'local',
  device_client_id: null,
  app_version: '1.0.0',
  chat_url: null,
  features: [],
});

/** A cloud that is away until it is told to come back. */
function awayCloud(more: Answers = {}) {
  let away = true;
  const answers: Answers = Object.fromEntries(
    Object.entries({ ...aCloud([aWorkgroup()]), getClientConfig: config, ...more }).map(([call, answer]) => [
      call,
      (given: Call) => {
        if (away && call !== 'getMe') throw new TypeError('Failed to fetch');
        return answer(given);
      },
    ]),
  );
  return { answers, comeBack: () => (away = false) };
}

const refusing = (message: string, type: ErrorType): Answers =>
  aCloud([], {
    getWorkgroup: () => {
      throw new Refused(message, type);
    },
  });

describe('a page whose data cannot be loaded', () => {
  it.each<[ErrorType, string, string]>([
    ['Not-Found', 'There is no such workgroup.', 'Page not found'],
    [
      'Forbidden',
      'operation denied: your roles do not allow workgroup.read',
      'This page is not available to you',
    ],
    ['Internal-Error', 'The disk is full.', 'Oops! Something went wrong'],
  ])('for %s says so in its title, beside the navigation', async (type, message, title) => {
    renderConsole('/groups/g1', refusing(message, type));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  it('for want of a session offers to sign in, and comes back', async () => {
    const user = userEvent.setup();
    const { signIn } = renderConsole('/groups/g1', refusing('The access token has expired.', 'Unauthorized'));
    expect(await screen.findByRole('heading', { name: 'Your session has ended' })).toBeTruthy();
    signIn.mockClear();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(signIn).toHaveBeenCalledWith(expect.stringMatching(/^\/groups\/g1/));
  });

  it('says that the server is away, and goes on by itself when it is back', async () => {
    const { answers, comeBack } = awayCloud();
    renderConsole('/groups/g1', answers);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The server cannot be reached');
    expect(alert.textContent).not.toContain('went wrong');
    comeBack();
    expect(await screen.findByRole('heading', { level: 1, name: 'Workgroup-1' })).toBeTruthy();
  });

  it('says so in place of the whole console when even the person is not known', async () => {
    const { answers, comeBack } = awayCloud({ getMe: () => anAdmin });
    let known = false;
    renderConsole('/groups/g1', {
      ...answers,
      getMe: () => {
        if (!known) throw new TypeError('Failed to fetch');
        return anAdmin;
      },
    });
    expect(await screen.findByRole('heading', { name: 'The server cannot be reached' })).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
    known = true;
    comeBack();
    expect(await screen.findByRole('heading', { level: 1, name: 'Workgroup-1' })).toBeTruthy();
  });
});

it('a part of a page goes on by itself as well, and the page meanwhile', async () => {
  const { answers, comeBack } = awayCloud();
  renderConsole('/', answers);
  const title = await screen.findByText('Your workspaces could not be loaded');
  const alert = title.closest('[role="alert"]');
  expect(alert?.textContent).toContain('The server cannot be reached. Check that Acacia is running.');
  expect(screen.getByRole('heading', { name: 'Quick start' })).toBeTruthy();
  comeBack();
  expect(await screen.findAllByRole('link', { name: /Workspace-1/ })).not.toEqual([]);
});

it('a page that has its data keeps it when the server goes away', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  let away = false;
  const events = eventsOfCloud();
  const read = vi.fn(() => {
    if (away) throw new TypeError('Failed to fetch');
    return aWorkgroup();
  });
  renderConsole('/groups/g1', {
    ...aCloud([aWorkgroup()]),
    getWorkgroup: read,
    events: events.answer,
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Workgroup-1' })).toBeTruthy();
  await waitFor(() => expect(events.count()).toBe(1));
  away = true;
  expect(read).toHaveBeenCalledTimes(1);
  events.tell();
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  expect(screen.getByRole('heading', { level: 1, name: 'Workgroup-1' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
