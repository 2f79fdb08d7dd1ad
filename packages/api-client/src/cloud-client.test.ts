import { expect, it } from 'vitest';
import { createCloudClient } from './cloud-client.ts';

it.each(['', '.', '..'])('has nothing with the id %j: browsers would make another call', async (file_id) => {
  // Nobody listens there: a call that is sent fails otherwise.
  const cloud = createCloudClient('http://127.0.0.1:1/api', () => Promise.resolve('token'));
  await expect(cloud.deleteFile({ params: { file_id } })).rejects.toMatchObject({ status: 404 });
});
