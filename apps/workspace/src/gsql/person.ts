/** A caller's rights to files of the workspace. */
import { EngineError, type Person } from '@acacia/engine';
import type { Caller } from '../auth/caller.ts';
import { WORKSPACE_ERRORS } from '../errors/catalogue.ts';

/**
 * Those who may write data of a graph, or upload files, may also write files from it; TigerGraph names the privilege
 * WRITE_FILE. Superusers read everybody's.
 */
export const personOf = (caller: Caller): Person => ({
  name: caller.name,
  readsAllOutputs: caller.isSuperuser(),
  demandWriting: (graph) => {
    if (caller.may('WRITE_FILE', { graph: null }) || caller.may('CREATE_DATA', { graph })) return;
    throw new EngineError(
      'REST-10016',
      WORKSPACE_ERRORS.privilegeMissing.text({ name: caller.name, privilege: 'WRITE_FILE' }),
    );
  },
});
