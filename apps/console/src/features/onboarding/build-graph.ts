/** Builds the graph of an import: creates it with its types, and loads the files. Each step is taken up where it ended. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import { schemaFromWire, type GraphSchema } from '@acacia/language';
import { createSchema } from '../ingestion/create-schema.ts';
import { followLoad, type Followed } from '../ingestion/follow-load.ts';
import { fileVariable, loadingJobText } from '../ingestion/mapping.ts';
import { mappingsOf, schemaOf, type EditedProposal } from '../ingestion/proposal.ts';
import { previewOf } from '../ingestion/source-file.ts';
import { jobName } from '../ingestion/useLoader.ts';
import type { DraftFile } from './import-draft.ts';

export type Phase = 'schema' | 'files' | 'load';

export interface Plan {
  readonly graph: string;
  readonly files: readonly DraftFile[];
  readonly edited: EditedProposal;
  /** Id of a load that was begun before; null: none. */
  readonly load: string | null;
}

interface Told {
  readonly onPhase: (phase: Phase) => void;
  /** Called with the id of the load that was begun, under which it is found again. */
  readonly onLoad: (id: string) => void;
  readonly onProgress: (followed: Followed) => void;
}

const namesOf = ({ vertexTypes }: GraphSchema): string =>
  vertexTypes
    .map(({ name }) => name)
    .sort()
    .join();

/** Creates the graph and its types, as far as they are not there from an attempt before. */
async function makeSchema(client: WorkspaceClient, schema: GraphSchema): Promise<void> {
  const graphs = await client.graphs();
  if (!graphs.some(({ graphName }) => graphName === schema.name)) {
    await createSchema(client, schema, true);
    return;
  }
  const there = schemaFromWire(await client.schema(schema.name));
  if (there.vertexTypes.length === 0) await createSchema(client, schema, false);
  else if (namesOf(there) !== namesOf(schema)) {
    throw new Error(t`The workspace has another graph ${schema.name}. Choose another name for yours.`);
  }
}

/** Begins the load of the files. @returns its id */
async function beginLoad(
  client: WorkspaceClient,
  { graph, files, edited }: Plan,
  schema: GraphSchema,
): Promise<string> {
  const previews = [];
  for (const file of files) {
    previews.push(previewOf(file, await client.sampleSource(graph, file.path, file.options)));
  }
  const mappings = mappingsOf(
    edited,
    schema,
    files.map((file) => ({ file })),
  ).map((mapping, at) => ({ ...mapping, key: `mapping-${at}` }));
  const paths = files.flatMap(({ name, path }, at): [string, string][] =>
    mappings.some((mapping) => mapping.file === name) ? [[fileVariable(at), path]] : [],
  );
  const text = loadingJobText(jobName(), graph, previews, mappings);
  return client.startLoad(graph, text, Object.fromEntries(paths));
}

/**
 * Resolves with the status at the end of the load.
 * @param signal ends following, not the load
 * @throws WorkspaceError with the workspace's answer
 */
export async function buildGraph(
  client: WorkspaceClient,
  plan: Plan,
  signal: AbortSignal,
  { onPhase, onLoad, onProgress }: Told,
): Promise<WireLoadStatus> {
  const { graph, edited } = plan;
  let { load } = plan;
  if (load === null) {
    const schema = schemaOf(graph, edited);
    onPhase('schema');
    await makeSchema(client, schema);
    onPhase('files');
    load = await beginLoad(client, plan, schema);
    onLoad(load);
  }
  onPhase('load');
  return followLoad(client, graph, load, signal, onProgress);
}
