/** The open documents of each person and organisation, for as long as the page is loaded. */
import { t } from '@acacia/texts';
import type { CloudClient } from '@acacia/api-client';
import { toast } from '@acacia/ui';
import type { QueryClient } from '@tanstack/react-query';
import type { Services } from '../../../services/services.ts';
import { createDocuments, type Documents } from './documents.ts';
import { browserDrafts, liveTabs, memoryDrafts, tabId } from './drafts.ts';
import { fileKeys } from './file-queries.ts';

const registry = new WeakMap<CloudClient, Map<string, Documents>>();

/** Tells other tabs of this browser that a file was saved. */
const CHANNEL = 'acacia.files';

function refetch(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: fileKeys.list });
}

export function documentsOf({ cloud, queryClient }: Services, owner: string): Documents {
  const known = registry.get(cloud) ?? new Map<string, Documents>();
  registry.set(cloud, known);
  const found = known.get(owner);
  if (found !== undefined) return found;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  let warned = false;
  const documents = createDocuments({
    cloud,
    owner,
    drafts: typeof indexedDB === 'undefined' ? memoryDrafts() : browserDrafts(),
    tab: tabId(),
    live: liveTabs,
    onSaved: ({ file_id }) => {
      refetch(queryClient);
      channel?.postMessage(file_id);
    },
    onMerged: (sentence) => toast.success(sentence),
    onNoDrafts: (error) => {
      if (!warned)
        toast.error(error, { title: t`This browser keeps no drafts: unsent text ends with the page` });
      warned = true;
    },
  });
  if (channel !== undefined) {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      refetch(queryClient);
      if (typeof data === 'string') documents.refresh(data);
    };
  }
  known.set(owner, documents);
  return documents;
}
