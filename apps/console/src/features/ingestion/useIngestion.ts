/** The steps of loading: files chosen, mapped, sent, loaded. The choices stay when a step fails. */
import type { WorkspaceClient } from '@acacia/api-client';
import { messageOf } from '@acacia/base';
import type { WireLoadStatus } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { useCallback, useRef, useState } from 'react';
import { previewFile, type FilePreview, type ParsingOptions } from './file-preview.ts';
import { fileVariable, loadingJobText, mapByName, slotsOf, type Mapping } from './mapping.ts';

export interface ChosenFile {
  readonly file: File;
  readonly preview: FilePreview;
}

/** State of the run: its present phase, or its end. */
export type Run =
  | { readonly phase: 'none' }
  | { readonly phase: 'uploading'; readonly file: string; readonly sent: number; readonly total: number }
  | { readonly phase: 'loading'; readonly status: WireLoadStatus | null }
  | { readonly phase: 'ended'; readonly status: WireLoadStatus }
  | { readonly phase: 'cancelled' }
  | { readonly phase: 'failed'; readonly error: unknown };

const POLL_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** `load_20261121_074200_125`: the time of its creation, as a valid name in GSQL. */
const jobName = (): string =>
  `load_${new Date().toISOString().slice(0, 23).replace(/[-:]/g, '').replace(/[T.]/g, '_')}`;

export function useIngestion(client: WorkspaceClient, graph: string, schema: GraphSchema) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [mappings, setMappings] = useState<readonly Mapping[]>([]);
  const [job, setJob] = useState(jobName);
  const [run, setRun] = useState<Run>({ phase: 'none' });
  const abort = useRef<AbortController | null>(null);
  const nextKey = useRef(1);

  const addFiles = useCallback(async (chosen: readonly File[]): Promise<void> => {
    const problems: string[] = [];
    for (const file of chosen) {
      try {
        const preview = await previewFile(file);
        setFiles((current) => [
          ...current.filter((other) => other.file.name !== file.name),
          { file, preview },
        ]);
        setMappings((current) => current.filter((mapping) => mapping.file !== file.name));
      } catch (error) {
        problems.push(messageOf(error));
      }
    }
    setRefused(problems);
  }, []);

  const setOptions = useCallback(
    async (name: string, options: Partial<ParsingOptions>): Promise<void> => {
      const chosen = files.find(({ file }) => file.name === name);
      if (chosen === undefined) return;
      const preview = await previewFile(chosen.file, { ...chosen.preview.options, ...options });
      setFiles((current) => current.map((each) => (each.file.name === name ? { ...each, preview } : each)));
      // Columns may have changed: mappings beyond the last column are cleared.
      setMappings((current) =>
        current.map((mapping) =>
          mapping.file === name ? { ...mapping, slots: mapByName(mapping.slots, preview.columns) } : mapping,
        ),
      );
    },
    [files],
  );

  const removeFile = useCallback((name: string): void => {
    setFiles((current) => current.filter(({ file }) => file.name !== name));
    setMappings((current) => current.filter((mapping) => mapping.file !== name));
  }, []);

  const addMapping = useCallback(
    (file: string, target: Mapping['target']): void => {
      const columns = files.find((each) => each.file.name === file)?.preview.columns ?? [];
      const slots = mapByName(slotsOf(schema, target), columns);
      const key = `mapping-${nextKey.current++}`;
      setMappings((current) => {
        const before = current.find((each) => each.file === file && each.target.kind === 'edge');
        const endsMustExist = before?.endsMustExist ?? true;
        return [...current, { key, file, target, slots, endsMustExist }];
      });
    },
    [files, schema],
  );
  const changeMapping = useCallback((key: string, patch: Partial<Mapping>): void => {
    setMappings((current) =>
      current.map((mapping) => (mapping.key === key ? { ...mapping, ...patch } : mapping)),
    );
  }, []);
  const setEndsMustExist = useCallback((file: string, endsMustExist: boolean): void => {
    setMappings((current) =>
      current.map((mapping) => (mapping.file === file ? { ...mapping, endsMustExist } : mapping)),
    );
  }, []);
  const removeMapping = useCallback((key: string): void => {
    setMappings((current) => current.filter((mapping) => mapping.key !== key));
  }, []);

  const previews = files.map(({ preview }) => preview);
  const text = loadingJobText(job, graph, previews, mappings);

  const execute = async (signal: AbortSignal): Promise<void> => {
    const paths: Record<string, string> = {};
    for (const [index, { file }] of files.entries()) {
      if (!mappings.some((mapping) => mapping.file === file.name)) continue;
      setRun({ phase: 'uploading', file: file.name, sent: 0, total: file.size });
      const uploaded = await client.uploadFile(file.name, file, {
        signal,
        onProgress: (sent, total) => setRun({ phase: 'uploading', file: file.name, sent, total }),
      });
      paths[fileVariable(index)] = uploaded.path;
    }
    setRun({ phase: 'loading', status: null });
    await client.createLoadingJob(graph, text);
    const id = await client.runLoadingJob(graph, job, paths);
    let told = false;
    for (;;) {
      if (signal.aborted && !told) {
        told = true;
        await client.abortLoad(graph, id);
      }
      const status = await client.loadStatus(graph, id);
      if (status.overall.status !== 'running') {
        setRun({ phase: 'ended', status });
        return;
      }
      setRun({ phase: 'loading', status });
      await pause(POLL_MS);
    }
  };

  const start = async (): Promise<void> => {
    abort.current = new AbortController();
    try {
      await execute(abort.current.signal);
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      setRun(cancelled ? { phase: 'cancelled' } : { phase: 'failed', error });
    } finally {
      // A job's name is used once; a second run gets a new one.
      setJob(jobName());
    }
  };

  return {
    files,
    refused,
    mappings,
    run,
    text,
    addFiles,
    setOptions,
    removeFile,
    addMapping,
    changeMapping,
    setEndsMustExist,
    removeMapping,
    start,
    cancel: () => abort.current?.abort(),
  };
}

export type Ingestion = ReturnType<typeof useIngestion>;
