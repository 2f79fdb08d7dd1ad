/** The person's files of a workspace: the list, the open ones, saving while typing. */
import { toast } from '@acacia/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createDebouncedSave } from './debounced-save.ts';
import { createLocalFileStore, freeName, type QueryFile } from './file-store.ts';

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

export function useFiles(userId: string, workspaceId: string) {
  const store = useMemo(
    () => createLocalFileStore(localStorage, [userId, workspaceId]),
    [userId, workspaceId],
  );
  const files = useSyncExternalStore(store.subscribe, store.list);
  const openKey = `acacia.editor.open.${userId}.${workspaceId}`;
  const [openIds, setOpenIds] = useState<readonly string[]>(() => rememberedOpen(openKey));
  const fileId = useSearch({ strict: false, select: fileIdIn });
  const navigate = useNavigate();
  const save = useMemo(
    () =>
      createDebouncedSave((id, content) => {
        try {
          store.write(id, content);
        } catch (error) {
          toast.error(error);
        }
      }),
    [store],
  );
  // The last text is written even when the page is closed right after typing.
  useEffect(() => {
    window.addEventListener('pagehide', save.flush);
    return () => {
      window.removeEventListener('pagehide', save.flush);
      save.flush();
    };
  }, [save]);

  const open = openIds.flatMap((id) => files.find((file) => file.id === id) ?? []);
  const named = files.find((file) => file.id === fileId);
  const current: QueryFile | undefined = named ?? open.at(-1) ?? files[0];
  const shown = current === undefined || open.includes(current) ? open : [...open, current];

  const remember = (ids: readonly string[]) => {
    localStorage.setItem(openKey, JSON.stringify(ids));
    setOpenIds(ids);
  };
  const openFile = (id: string) => {
    save.flush();
    // Of the files shown: one that is open by itself, or by its address alone, stays open too.
    remember([...new Set([...shown.map((file) => file.id), id])]);
    void navigate({ to: '.', search: (previous) => ({ ...previous, fileId: id }) });
  };
  const create = (name?: string, content = '') => {
    try {
      const file = store.create(name ?? freeName('draft', store.list()), content);
      openFile(file.id);
    } catch (error) {
      toast.error(error);
    }
  };
  const close = (id: string) => {
    save.flush();
    const left = shown.filter((file) => file.id !== id).map((file) => file.id);
    remember(left);
    if (current?.id === id) {
      void navigate({ to: '.', search: (previous) => ({ ...previous, fileId: left.at(-1) }) });
    }
  };
  const remove = (file: QueryFile) => {
    save.drop(file.id);
    store.remove(file.id);
    close(file.id);
  };

  return { store, files, open: shown, current, openFile, create, close, remove, save };
}
