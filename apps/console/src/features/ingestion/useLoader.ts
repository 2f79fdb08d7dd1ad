/** Loading data: the state, and the handlers that read files and run the load. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { messageOf } from '@acacia/base';
import type { ParsingOptions, WireLoadStatus, WireSample } from '@acacia/contract';
import { schemaFromWire } from '@acacia/language';
import { errorText, toast } from '@acacia/ui';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useReducer, useRef, type Dispatch } from 'react';
import { schemaQuery } from '../workspace-tool/useGraphChoice.ts';
import { followLoad } from './follow-load.ts';
import {
  loadedPaths,
  loader,
  loadRefusal,
  nothingChosen,
  unread,
  type LoaderAction,
  type LoaderState,
} from './loader-state.ts';
import { isMappedTo, loadingJobText } from './mapping.ts';
import { mendedLoad, type MendedRow } from './mended-rows.ts';
import { isUploaded, memberOf } from './source-kinds.ts';
import { keptOptions, previewOf, sentName, type UploadedFile } from './source-file.ts';

export interface Loader {
  readonly state: LoaderState;
  readonly dispatch: Dispatch<LoaderAction>;
  /** The loading job in GSQL. */
  readonly text: string;
  readonly addFiles: (chosen: readonly File[]) => Promise<void>;
  /** Loads the files, or tries that out. */
  readonly start: (how?: { readonly dryRun: boolean }) => Promise<void>;
  /** Loads rows that were rejected, as they are mended, by the mapping as it is now. */
  readonly loadMended: (rows: readonly MendedRow[]) => Promise<void>;
  /** Shows the progress and the end of a load that runs without this page. */
  readonly follow: (id: string) => Promise<void>;
  /** Runs a load again that was cut off, and follows it. */
  readonly resume: (id: string) => Promise<void>;
  readonly cancel: () => void;
  /** Stops the files that are being sent. */
  readonly stopSending: () => void;
  /**
   * Takes a file that the workspace has already, or a source that it reads; options that are not given are detected.
   * False where it could not be read, which `refused` then says.
   */
  readonly useFile: (file: UploadedFile, options?: Partial<ParsingOptions>) => Promise<boolean>;
}

/** `load_20261121_074200_125`: the time of its creation, as a valid name in GSQL. */
export const jobName = (): string =>
  `load_${new Date().toISOString().slice(0, 23).replace(/[-:]/g, '').replace(/[T.]/g, '_')}`;

/** @param graph null: none is there yet, and files are only looked at */
export function useLoader(client: WorkspaceClient, workspaceId: string, graph: string | null): Loader {
  const queryClient = useQueryClient();
  const [state, dispatch] = useReducer(loader, null, () => nothingChosen(jobName(), graph));
  const following = useRef<AbortController | null>(null);
  const sending = useRef<AbortController | null>(null);
  const { files, mappings, job, run } = state;

  useEffect(() => {
    dispatch({ kind: 'graph', graph });
    return () => following.current?.abort();
  }, [graph]);
  useEffect(() => {
    for (const of of unread(files)) {
      client.sampleSource(graph, of.file.path, keptOptions(of.options, of.preview.options)).then(
        (sample) => dispatch({ kind: 'preview', of, preview: previewOf(of.file, sample) }),
        (error: unknown) => dispatch({ kind: 'previewFailed', of, message: messageOf(error) }),
      );
    }
  }, [client, graph, files]);

  /**
   * Adds a file that the workspace has; of an archive with several tables, each of them.
   * @param tell takes what is added
   * @returns what could not be read
   */
  const addTables = async (
    given: UploadedFile,
    options: Partial<ParsingOptions>,
    tell: (action: LoaderAction) => void = dispatch,
  ): Promise<string[]> => {
    const add = (of: UploadedFile, sample: WireSample): void => {
      const file = isUploaded(of.path) ? of : { ...of, size: sample.bytes };
      tell({ kind: 'add', file, preview: previewOf(file, sample) });
    };
    const sample = await client.sampleSource(graph, given.path, options);
    if (sample.members.length === 0) add(given, sample);
    const refused: string[] = [];
    for (const member of sample.members) {
      const of = memberOf(given, member);
      try {
        add(of, await client.sampleSource(graph, of.path, options));
      } catch (error) {
        refused.push(messageOf(error));
      }
    }
    return refused;
  };

  const addFiles = async (chosen: readonly File[]): Promise<void> => {
    const messages: string[] = [];
    const own = new AbortController();
    sending.current = own;
    // In slices: the first bar, and a file's first rows, draw much of the page anew, which would be one long task.
    const tell = (action: LoaderAction): void => startTransition(() => dispatch(action));
    for (const file of chosen)
      tell({ kind: 'sending', sending: { file: sentName(file, chosen), sent: 0, total: file.size } });
    for (const file of chosen) {
      const name = sentName(file, chosen);
      try {
        const onProgress = (sent: number, total: number): void =>
          dispatch({ kind: 'sending', sending: { file: name, sent, total } });
        const uploaded = await client.uploadFile(name, file, { signal: own.signal, onProgress });
        messages.push(...(await addTables(uploaded, {}, tell)));
      } catch (error) {
        if (!own.signal.aborted) messages.push(messageOf(error));
      }
      tell({ kind: 'sent', file: name });
    }
    tell({ kind: 'refuse', messages });
  };

  const useFile: Loader['useFile'] = async (given, options = {}) => {
    try {
      const messages = await addTables(given, options);
      dispatch({ kind: 'refuse', messages });
      return messages.length === 0;
    } catch (error) {
      dispatch({ kind: 'refuse', messages: [messageOf(error)] });
      return false;
    }
  };

  const previews = files.map(({ preview }) => preview);
  const text = state.own?.text ?? loadingJobText(job, graph ?? '', previews, mappings);

  /** Follows what begins a load or names one; what becomes of it is told once another is followed no more. */
  const watch = async (begin: (graph: string) => Promise<string>): Promise<WireLoadStatus | null> => {
    if (graph === null) return null;
    following.current?.abort();
    const own = new AbortController();
    following.current = own;
    let id: string | null = null;
    try {
      const begun = await begin(graph);
      id = begun;
      if (own.signal.aborted) return null;
      dispatch({ kind: 'progress', run: { phase: 'loading', id, status: null, lost: false } });
      const status = await followLoad(client, graph, id, own.signal, (followed) =>
        dispatch({ kind: 'progress', run: { phase: 'loading', id: begun, ...followed } }),
      );
      if (own.signal.aborted) return null;
      dispatch({ kind: 'end', run: { phase: 'ended', id, status }, job: jobName() });
      return status;
    } catch (error) {
      if (!own.signal.aborted) dispatch({ kind: 'end', run: { phase: 'failed', id, error }, job: jobName() });
      return null;
    }
  };

  /** @throws Error when somebody has changed the types since they were mapped: their values would go elsewhere */
  const demandMapped = async (of: string): Promise<void> => {
    if (state.own !== null) return;
    const now = await queryClient.fetchQuery({ ...schemaQuery(client, workspaceId, of), staleTime: 0 });
    if (!isMappedTo(schemaFromWire(now), mappings))
      throw new Error(t`The types of the graph were changed since they were mapped. Nothing was loaded.`);
  };

  const start: Loader['start'] = async (how = { dryRun: false }) => {
    const refusal = loadRefusal(state);
    if (refusal !== undefined) {
      toast.error(refusal);
      return;
    }
    dispatch({ kind: 'start' });
    await watch(async (of) => {
      await demandMapped(of);
      return client.startLoad(of, text, loadedPaths(state), how);
    });
  };

  const loadMended: Loader['loadMended'] = async (rows) => {
    const refusal = loadRefusal(state);
    if (refusal !== undefined) {
      toast.error(refusal);
      return;
    }
    dispatch({ kind: 'start' });
    const sent: string[] = [];
    const status = await watch(async (of) => {
      await demandMapped(of);
      const mended = mendedLoad(job, of, files, mappings, rows);
      const paths: Record<string, string> = {};
      for (const { variable, name, content } of mended.files) {
        paths[variable] = (await client.uploadFile(name, new Blob([content]))).path;
        sent.push(name);
      }
      return client.startLoad(of, mended.text, paths);
    });
    // A load that did not come to its end reads them again when it is resumed.
    if (status?.overall.status !== 'finished') return;
    try {
      for (const name of sent) await client.deleteFile(name);
    } catch (error) {
      toast.error(t`The file of mended rows could not be deleted. ${errorText(error)}`);
    }
  };

  const follow = async (id: string): Promise<void> => {
    dispatch({ kind: 'follow', id });
    await watch(() => Promise.resolve(id));
  };

  const resume = async (id: string): Promise<void> => {
    dispatch({ kind: 'follow', id });
    await watch(async (of) => {
      await client.resumeLoad(of, id);
      return id;
    });
  };

  const cancel = (): void => {
    if (graph === null || run.phase !== 'loading' || run.id === null) return;
    client
      .abortLoad(graph, run.id)
      .catch((error: unknown) => toast.error(t`The load could not be cancelled. ${errorText(error)}`));
  };

  return {
    state,
    dispatch,
    text,
    addFiles,
    useFile,
    start,
    loadMended,
    follow,
    resume,
    cancel,
    stopSending: () => sending.current?.abort(),
  };
}
