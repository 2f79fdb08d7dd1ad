import type { FileShare } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient, ServicesContext, type Services } from '../../../services/services.ts';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { aUser } from '../../../testing/records.ts';
import { ShareDialog } from './ShareDialog.tsx';

const BOB: FileShare = {
  type: 'user',
  target: 'u2',
  name: 'Bob',
  email: 'bob@acacia.local',
  permission: 'view',
};

it('can be filled in while it is not known who has access, which is asked for again', async () => {
  let away = true;
  const cloud = { getMe: () => Promise.resolve(aUser({ roles: [] })) };
  const queryClient = createQueryClient();
  renderUi(
    <QueryClientProvider client={queryClient}>
      <ServicesContext value={{ cloud, queryClient } as unknown as Services}>
        <ShareDialog
          name="q.gsql"
          owner={{ user_id: 'u1', name: 'Ada', email: 'ada@acacia.local' }}
          link={null}
          note=""
          shareKey={['shares']}
          list={() => (away ? Promise.reject(new Error('The disk is full.')) : Promise.resolve([BOB]))}
          share={(body) => formCall('shareFile', { params: { file_id: 'f1' }, body })}
          onChanged={() => Promise.resolve()}
          onClose={() => undefined}
        />
      </ServicesContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('The shares could not be loaded')).toBeTruthy();
  const field = screen.getByLabelText('E-mail of a person', { selector: 'input' });
  fireEvent.change(field, { target: { value: 'cleo@acacia.local' } });
  away = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('list', { name: 'Who has access' })).textContent).toContain('Bob');
  expect(field).toHaveProperty('value', 'cleo@acacia.local');
});
