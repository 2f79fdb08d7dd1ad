/** What a caller may do with files of the workspace. */
import { EngineError, type Person } from '@acacia/engine';
import type { Caller } from '../auth/caller.ts';
import { missingPrivilege } from '../auth/privileges.ts';

/**
 * Whoever writes data of a graph may write files from it, too, and whoever may upload files; TigerGraph names the
 * privilege WRITE_FILE. Whoever may do everything reads everybody's.
 */
export const personOf = (caller: Caller): Person => ({
  name: caller.name,
  readsAllOutputs: caller.isSuperuser(),
  demandWriting: (graph) => {
    if (caller.may('WRITE_FILE', { graph: null }) || caller.may('CREATE_DATA', { graph })) return;
    throw new EngineError('REST-10016', missingPrivilege(caller.name, 'WRITE_FILE'));
  },
});
