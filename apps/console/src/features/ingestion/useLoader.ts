/** Loading data: the state, and the handlers that read files and run the load. */
import type { WorkspaceClient } from '@acacia/api-client';
import { messageOf } from '@acacia/base';
import type { ParsingOptions } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useEffect, useReducer, useRef, type Dispatch } from 'react';
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
import { keptOptions, previewOf, type UploadedFile } from './source-file.ts';

export interface Loader {
  readonly state: LoaderState;
  readonly dispatch: Dispatch<LoaderAction>;
  /** The loading job in GSQL. */
  readonly text: string;
  readonly addFiles: (chosen: readonly File[]) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly cancel: () => void;
  /** Stops the files that are being sent. */
  readonly stopSending: () => void;
  /** Takes a file that the workspace has already; options that are not given are detected. */
  readonly useFile: (file: UploadedFile, options?: Partial<ParsingOptions>) => Promise<void>;
}

/** `load_20261121_074200_125`: the time of its creation, as a valid name in GSQL. */
const jobName = (): string =>
  `load_${new Date().toISOString().slice(0, 23).replace(/[-:]/g, '').replace(/[T.]/g, '_')}`;

/** @param graph null: none is there yet, and files are only looked at */
export function useLoader(client: WorkspaceClient, graph: string | null): Loader {
  const [state, dispatch] = useReducer(loader, null, () => nothingChosen(jobName(), graph));
  const abort = useRef<AbortController | null>(null);
  const sending = useRef<AbortController | null>(null);
  const { files, mappings, job } = state;

  useEffect(() => dispatch({ kind: 'graph', graph }), [graph]);
  useEffect(() => {
    for (const of of unread(files)) {
      client.sampleSource(graph, of.file.path, keptOptions(of.options, of.preview.options)).then(
        (sample) => dispatch({ kind: 'preview', of, preview: previewOf(of.file, sample) }),
        (error: unknown) => dispatch({ kind: 'previewFailed', of, message: messageOf(error) }),
      );
    }
  }, [client, graph, files]);

  const addFiles = async (chosen: readonly File[]): Promise<void> => {
    const messages: string[] = [];
    const own = new AbortController();
    sending.current = own;
    for (const { name, size } of chosen) {
      dispatch({ kind: 'sending', sending: { file: name, sent: 0, total: size } });
    }
    for (const file of chosen) {
      const { name } = file;
      try {
        const onProgress = (sent: number, total: number): void =>
          dispatch({ kind: 'sending', sending: { file: name, sent, total } });
        const uploaded = await client.uploadFile(name, file, { signal: own.signal, onProgress });
        const sample = await client.sampleSource(graph, uploaded.path, {});
        dispatch({ kind: 'add', file: uploaded, preview: previewOf(uploaded, sample) });
      } catch (error) {
        if (!own.signal.aborted) messages.push(messageOf(error));
      }
      dispatch({ kind: 'sent', file: name });
    }
    dispatch({ kind: 'refuse', messages });
  };

  const useFile = async (file: UploadedFile, options: Partial<ParsingOptions> = {}): Promise<void> => {
    try {
      const sample = await client.sampleSource(graph, file.path, options);
      dispatch({ kind: 'add', file, preview: previewOf(file, sample) });
      dispatch({ kind: 'refuse', messages: [] });
    } catch (error) {
      dispatch({ kind: 'refuse', messages: [messageOf(error)] });
    }
  };

  const previews = files.map(({ preview }) => preview);
  const text = loadingJobText(job, graph ?? '', previews, mappings);

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
    if (graph === null) return;
    const load = { graph, job, text, files: mapped };
    try {
      const status = await runLoad(client, load, abort.current.signal, (run) =>
        dispatch({ kind: 'progress', run }),
      );
      dispatch({ kind: 'end', run: { phase: 'ended', status }, job: jobName() });
    } catch (error) {
      dispatch({ kind: 'end', run: { phase: 'failed', error }, job: jobName() });
    }
  };

  return {
    state,
    dispatch,
    text,
    addFiles,
    useFile,
    start,
    cancel: () => abort.current?.abort(),
    stopSending: () => sending.current?.abort(),
  };
}
