/** Loading data: the state, and the handlers that read files and run the load. */
import type { WorkspaceClient } from '@acacia/api-client';
import { messageOf } from '@acacia/base';
import { toast } from '@acacia/ui';
import { useEffect, useReducer, useRef, type Dispatch } from 'react';
import { previewFile } from './file-preview.ts';
import {
  loader,
  loadRefusal,
  nothingChosen,
  unread,
  type LoaderAction,
  type LoaderState,
} from './loader-state.ts';
import { fileVariable, loadingJobText } from './mapping.ts';
import { runLoad } from './run-load.ts';

export interface Loader {
  readonly state: LoaderState;
  readonly dispatch: Dispatch<LoaderAction>;
  /** The loading job in GSQL. */
  readonly text: string;
  readonly addFiles: (chosen: readonly File[]) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly cancel: () => void;
}

/** `load_20261121_074200_125`: the time of its creation, as a valid name in GSQL. */
const jobName = (): string =>
  `load_${new Date().toISOString().slice(0, 23).replace(/[-:]/g, '').replace(/[T.]/g, '_')}`;

export function useLoader(client: WorkspaceClient, graph: string): Loader {
  const [state, dispatch] = useReducer(loader, null, () => nothingChosen(jobName()));
  const abort = useRef<AbortController | null>(null);
  const { files, mappings, job } = state;

  useEffect(() => {
    for (const of of unread(files)) {
      previewFile(of.file, of.options).then(
        (preview) => dispatch({ kind: 'preview', of, preview }),
        (error: unknown) => dispatch({ kind: 'previewFailed', of, message: messageOf(error) }),
      );
    }
  }, [files]);

  const addFiles = async (chosen: readonly File[]): Promise<void> => {
    const messages: string[] = [];
    for (const file of chosen) {
      try {
        dispatch({ kind: 'add', file, preview: await previewFile(file) });
      } catch (error) {
        messages.push(messageOf(error));
      }
    }
    dispatch({ kind: 'refuse', messages });
  };

  const previews = files.map(({ preview }) => preview);
  const text = loadingJobText(job, graph, previews, mappings);

  const start = async (): Promise<void> => {
    const refusal = loadRefusal(state);
    if (refusal !== undefined) {
      toast.error(refusal);
      return;
    }
    dispatch({ kind: 'start' });
    abort.current = new AbortController();
    const mapped = new Map(
      files.flatMap(({ file }, index) =>
        mappings.some((mapping) => mapping.file === file.name) ? [[fileVariable(index), file] as const] : [],
      ),
    );
    const load = { graph, job, text, files: mapped };
    try {
      const status = await runLoad(client, load, abort.current.signal, (run) =>
        dispatch({ kind: 'progress', run }),
      );
      dispatch({ kind: 'end', run: { phase: 'ended', status }, job: jobName() });
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      const run = cancelled ? ({ phase: 'cancelled' } as const) : ({ phase: 'failed', error } as const);
      dispatch({ kind: 'end', run, job: jobName() });
    }
  };

  return { state, dispatch, text, addFiles, start, cancel: () => abort.current?.abort() };
}
