/** The person's files: the list, the open ones in their tabs, saving while typing. */
import { t } from '@acacia/texts';
import { freeFileName, type FileList } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { QueryObserver, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { whileInSight } from '../../../data/changes.ts';
import { useMe } from '../../../data/me.ts';
import { useWorkspaces } from '../../../data/workgroups.ts';
import { useServices } from '../../../services/services.ts';
import { bringOver, oldFiles } from './bring-over.ts';
import { documentsOf } from './document-registry.ts';
import { fileKeys, filesQuery, followFiles } from './file-queries.ts';
import { namesBeside, outlineOf, type FileOutline } from './tree.ts';

const fileIdIn = (search: { readonly fileId?: unknown }): string | undefined =>
  typeof search.fileId === 'string' ? search.fileId : undefined;

function rememberedOpen(key: string): readonly string[] {
  try {
    return z.array(z.string()).safeParse(JSON.parse(localStorage.getItem(key) ?? '[]')).data ?? [];
  } catch (error) {
    // Written by hand: no file is open.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const NO_FILES: readonly FileOutline[] = [];

/** The list as it is while texts are typed and saved: the same until files come, go or move. */
const listing = ({ files, more }: FileList) => ({
  files: files.map(outlineOf).sort((a, b) => a.file_id.localeCompare(b.file_id)),
  more,
  /** The file of the person's own that was changed last. */
  newest: files
    .filter((file) => !file.is_folder && file.permission === 'owner')
    .toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0]?.file_id,
});

/** One tab of the browser at a time brings files over. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request('acacia.files.bring-over', work);
}

export function useFiles(workspaceId: string) {
  const services = useServices();
  const { cloud, queryClient } = services;
  const me = useMe();
  const documents = documentsOf(services, `${me.id}/${me.org_id ?? ''}`);
  const openDocuments = useSyncExternalStore(documents.subscribe, documents.list);
  const list = useQuery({ ...filesQuery(services), select: listing });
  const files = list.data?.files ?? NO_FILES;
  const workspaces = useWorkspaces();
  const openKey = `acacia.editor.open.${me.id}.${workspaceId}`;
  const [openIds, setOpenIds] = useState<readonly string[]>(() => rememberedOpen(openKey));
  const [recovered, setRecovered] = useState(false);
  const fileId = useSearch({ strict: false, select: fileIdIn });
  const navigate = useNavigate();

  const remember = (change: (ids: readonly string[]) => readonly string[]) =>
    setOpenIds((before) => {
      const ids = [...new Set(change(before))];
      localStorage.setItem(openKey, JSON.stringify(ids));
      return ids;
    });
  const show = (id: string | undefined, replace = false) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, fileId: id }), replace });

  useEffect(() => {
    const flush = () => {
      documents.leave();
      documents.flush();
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [documents]);

  // Drafts that a closed tab left are open again.
  useEffect(() => {
    let here = true;
    void documents.recover().then((ids) => {
      if (!here) return;
      remember((before) => [...before, ...ids]);
      setRecovered(true);
    });
    return () => {
      here = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each owner
  }, [documents]);

  useEffect(
    () => whileInSight((signal) => followFiles({ cloud, queryClient }, signal)),
    [cloud, queryClient],
  );

  // With every list that is read, also where the page shows nothing else than before.
  useEffect(() => {
    const observer = new QueryObserver(queryClient, { ...filesQuery({ cloud }), enabled: false });
    const compare = ({ data }: { readonly data: FileList | undefined }) => {
      if (data !== undefined) documents.compare(data.files, !data.more);
    };
    compare(observer.getCurrentResult());
    return observer.subscribe(compare);
  }, [documents, queryClient, cloud]);

  const loaded = list.data !== undefined;
  useEffect(() => {
    if (!loaded || oldFiles(localStorage, me.id).length === 0) return;
    const folderName = (id: string) =>
      t`Files of ${workspaces.find(({ workspace_id }) => workspace_id === id)?.name ?? `workspace ${id}`}`;
    void alone(async () => {
      const { brought, reason } = await bringOver(localStorage, cloud, me.id, files, folderName);
      if (brought > 0) {
        toast.success(
          brought === 1
            ? t`A file of this browser can now be opened anywhere.`
            : t`${brought} files of this browser can now be opened anywhere.`,
        );
        await queryClient.invalidateQueries({ queryKey: fileKeys.list });
      }
      if (reason !== '') toast.error(t`Some files stay in this browser: ${reason}`);
    }).catch(toast.error);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, with the first list
  }, [loaded, cloud, me.id]);

  // Tabs of files that are gone are left out, once the list is known.
  const known = new Set(files.map(({ file_id }) => file_id));
  const ids = openIds.filter((id) => documents.get(id) !== undefined || known.has(id) || !loaded);
  const currentId = fileId ?? ids.at(-1) ?? list.data?.newest;
  const shown = currentId === undefined || ids.includes(currentId) ? ids : [...ids, currentId];
  // A remembered tab may be of a file that is gone: the list tells. A link opens what it names.
  const isKnown = loaded || fileId !== undefined;
  useEffect(() => {
    if (recovered && isKnown && currentId !== undefined) documents.open(currentId);
  }, [documents, recovered, isKnown, currentId]);

  // An editor without a file has nowhere to type: a temporary one is made by itself.
  const empty = recovered && loaded && currentId === undefined && openDocuments.length === 0;
  const current = currentId === undefined ? undefined : documents.get(currentId);

  const openFile = (id: string) => {
    if (current !== undefined) documents.flush(current.id);
    // Of the files shown: one that is open by itself, or by its address alone, stays open too.
    remember(() => [...shown, id]);
    show(id);
  };
  const addTemporary = (name?: string, content = '') => {
    const taken = new Set([...namesBeside(files, me.id, null), ...documents.list().map((each) => each.name)]);
    const id = documents.addTemporary(name ?? freeFileName('draft.gsql', taken), content);
    openFile(id);
    return id;
  };
  useEffect(() => {
    if (empty) addTemporary();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when there is nothing else to show
  }, [empty]);

  const forget = (id: string) => {
    const left = shown.filter((each) => each !== id);
    remember(() => left);
    if (currentId === id) show(left.at(-1));
  };
  const refetch = () => queryClient.invalidateQueries({ queryKey: fileKeys.list });

  return {
    isPending: list.isPending,
    /** In no order that people know. */
    files,
    documents,
    /** Open files, in the order of their tabs. */
    open: shown.map((id) => ({
      id,
      name: documents.get(id)?.name || files.find((file) => file.file_id === id)?.name || t`File`,
      state: documents.get(id)?.state ?? ('loading' as const),
    })),
    current,
    currentId,
    openFile,
    addTemporary,
    /** Creates a file in the cloud and opens it. @throws CloudError */
    create: async (name: string, parentId: string | null, content = '') => {
      const entry = await cloud.createFile({ body: { name, parent_id: parentId, content } });
      await refetch();
      openFile(entry.file_id);
    },
    /** Closes a tab. @param discard drops what the cloud does not have */
    close: (id: string, discard = false) => {
      documents.close(id, discard);
      forget(id);
    },
    /** Stores a temporary file in the cloud. @throws CloudError */
    store: async (id: string, name: string, parentId: string | null) => {
      const entry = await documents.store(id, name, parentId);
      await refetch();
      remember(() => shown.map((each) => (each === id ? entry.file_id : each)));
      show(entry.file_id, true);
    },
    remove: async (entry: Pick<FileOutline, 'file_id'>) => {
      await cloud.deleteFile({ params: { file_id: entry.file_id } });
      documents.close(entry.file_id, true);
      forget(entry.file_id);
      await refetch();
    },
    refetch,
  };
}

export type Files = ReturnType<typeof useFiles>;
