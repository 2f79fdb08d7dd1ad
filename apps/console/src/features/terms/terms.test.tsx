import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import type { UserMetadata } from '@acacia/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, anOrganization, aTask, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';

/** A cloud in which the person has accepted so far what `metadata` says. */
function cloudOf(metadata: Partial<UserMetadata>, more: Answers = {}): Answers {
  let stored: UserMetadata = { ...anAdmin.metadata, ...metadata };
  return aCloud([aWorkgroup()], {
    getMe: () => ({ ...anAdmin, metadata: stored }),
    updateMyMetadata: ({ body }) => {
      stored = { ...stored, ...(body as UserMetadata) };
      return { user_metadata: stored };
    },
    ...more,
  });
}
const NEVER = { accepted_tos: false, accepted_toc_version: null };
const accept = async () => userEvent.click(await screen.findByRole('button', { name: 'Accept' }));

describe('the terms', () => {
  it('come before any page, under two tabs, and lead to the page that was wanted', async () => {
    const { calls, router } = renderConsole('/groups/g1?tab=databases', cloudOf(NEVER));
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Terms & Conditions', 'Privacy Policy']);
    expect(router.state.location.pathname).toBe('/terms');
    expect(screen.queryByText('User Agreement Updated')).toBeNull();
    expect(await screen.findAllByRole('link', { name: anOrganization.support_email })).toBeTruthy();
    await accept();
    await waitFor(() => expect(router.state.location.href).toBe('/groups/g1?tab=databases'));
    expect(calls.filter(({ call }) => call === 'updateMyMetadata').map(({ body }) => body)).toEqual([
      { accepted_tos: true, accepted_toc_version: '1.0.1' },
    ]);
  });

  it('are asked again when they have changed', async () => {
    renderConsole('/', cloudOf({ accepted_toc_version: '1.0.0' }));
    expect(await screen.findByText('User Agreement Updated')).toBeTruthy();
  });

  it('sign out who declines them', async () => {
    const { signOut } = renderConsole('/', cloudOf(NEVER));
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it.each([
    [() => ({ user_metadata: { accepted_tos: false } }), 'Network Error: Please accept again.'],
    [
      () => {
        throw new Refused('The disk of the control plane is full.', 'Unavailable');
      },
      'The disk of the control plane is full.',
    ],
  ])('stay when the acceptance was not stored', async (updateMyMetadata, text) => {
    const { router } = renderConsole('/', cloudOf(NEVER, { updateMyMetadata }));
    await accept();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(router.state.location.pathname).toBe('/terms');
    expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it.each([
    ['the survey, for an organisation that has not answered it', { marketing_done: false }, '/survey'],
    ['the first workspace, for an administrator who has none', {}, '/onboarding/setting-up-workspace'],
  ])('lead to %s', async (_, organization, path) => {
    const answers = cloudOf(NEVER, {
      getMyOrganization: () => ({ ...anOrganization, ...organization }),
      listOnboardingTasks: () => [aTask],
    });
    const { router } = renderConsole('/', answers);
    await accept();
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('can be read by who has accepted them, and lead nowhere else', async () => {
    renderConsole('/terms?return_to=//evil.example', cloudOf({}));
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'do not lead to %s',
    async (wanted) => {
      const { router } = renderConsole(`/terms?return_to=${encodeURIComponent(wanted)}`, cloudOf(NEVER));
      await accept();
      await waitFor(() => expect(router.state.location.href).toBe('/'));
    },
  );
});

describe('a page that is loaded again', () => {
  it.each([
    ['/survey?return_to=/groups/g1', {}, '/groups/g1'],
    ['/survey', { listOnboardingTasks: () => [aTask] }, '/onboarding/setting-up-workspace'],
  ])('%s goes on where the survey is answered', async (address, more, path) => {
    const { router } = renderConsole(address, cloudOf({}, more));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('/survey leads to the terms where these are not accepted', async () => {
    const { router } = renderConsole('/survey?return_to=/groups', cloudOf(NEVER));
    await waitFor(() => expect(router.state.location.href).toBe('/terms?return_to=%2Fgroups'));
  });

  it('/terms goes on to the survey where they are accepted', async () => {
    const more = { getMyOrganization: () => ({ ...anOrganization, marketing_done: false }) };
    const { router } = renderConsole('/terms?return_to=/groups', cloudOf({}, more));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.href).toBe('/survey?return_to=%2Fgroups'));
  });
});

describe('the survey', () => {
  afterEach(() => sessionStorage.clear());
  const unanswered = (more: Answers = {}): Answers => {
    let marketing_done = false;
    return cloudOf(
      {},
      {
        getMyOrganization: () => ({ ...anOrganization, marketing_done }),
        answerSurvey: () => ({}),
        finishSurvey: () => {
          marketing_done = true;
          return { ...anOrganization, marketing_done };
        },
        ...more,
      },
    );
  };
  const pick = async (select: string, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: select }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  const enter = async (field: string, text: string) => {
    await userEvent.click(await screen.findByRole('textbox', { name: field }));
    await userEvent.paste(text);
  };
  const fill = async () => {
    await enter('First name', 'Ada');
    await enter('Last name', 'Lovelace');
    await enter('Company', 'Engines');
    await pick('Role', 'Startup Founder');
    await pick('How are you going to use the product?', 'Testing and Evaluation');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Fraud' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Other' }));
    await enter('Other use cases', 'Routing, Parts lists');
  };
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

  it('asks for what is missing, each beside its field', async () => {
    const { calls } = renderConsole('/survey', unanswered());
    await screen.findByRole('heading', { name: 'Get started' });
    await send();
    for (const message of [
      'Please enter your first name.',
      'Please enter your last name.',
      'Please enter your company name.',
      'Please select your role.',
      'Please select how you are going to use the product.',
      'Please input at least one use case.',
    ]) {
      expect(screen.getByText(message)).toBeTruthy();
    }
    await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
    expect(await screen.findAllByRole('option')).toHaveLength(12);
    expect(screen.getAllByRole('checkbox')).toHaveLength(6);
    expect(calls.some(({ call }) => call === 'answerSurvey')).toBe(false);
  });

  it('has what was typed when the page is left and opened again, for the same person alone', async () => {
    renderConsole('/survey', unanswered());
    await enter('Company', 'Engines');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Fraud' }));
    cleanup();
    renderConsole('/survey', unanswered());
    const company = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Company' });
    expect((await company()).value).toBe('Engines');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Fraud' }).checked).toBe(true);
    cleanup();
    renderConsole('/survey', unanswered({ getMe: () => ({ ...anAdmin, id: 'u9' }) }));
    expect((await company()).value).toBe('');
  });

  it('says that it was not stored and keeps what was entered; once stored, it goes on', async () => {
    const answerSurvey = vi.fn(() => {
      if (answerSurvey.mock.calls.length === 1) throw new Refused('The disk is full.', 'Unavailable');
      return {};
    });
    const { calls, router } = renderConsole('/survey?return_to=/groups/g1', unanswered({ answerSurvey }));
    await fill();
    await send();
    expect(await screen.findByText('Failed to save the data. The disk is full.')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/survey');
    await send();
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g1'));
    expect(calls.find(({ call }) => call === 'answerSurvey')?.body).toEqual({
      first_name: 'Ada',
      last_name: 'Lovelace',
      company: 'Engines',
      role: 'Startup Founder',
      use_for: 'Testing and Evaluation',
      biz_use_case: ['Fraud', 'Routing', 'Parts lists'],
      savanna: true,
    });
    expect(answerSurvey).toHaveBeenCalledTimes(2);
    expect(Object.keys(sessionStorage).some((key) => key.startsWith('acacia.survey.'))).toBe(false);
    expect(calls.filter(({ call }) => call === 'finishSurvey')).toMatchObject([
      { ids: ['o1'], body: { marketing_done: true } },
    ]);
  });
});

it('shows the address to be verified as text', async () => {
  renderConsole(`/emailSend?email=${encodeURIComponent('<b>ada@example.org</b>')}`, aCloud([]), false);
  const address = await screen.findByText('<b>ada@example.org</b>');
  expect(screen.getByRole('main').contains(address)).toBe(true);
});
