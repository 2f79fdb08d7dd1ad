/** The choices of a person about a load into a graph. The cloud keeps them: they outlive the page and the browser. */
import type { WorkspaceClient } from '@acacia/api-client';
import { LoadDraft } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import type { LoaderState } from './loader-state.ts';
import { slotsOf, type Mapping } from './mapping.ts';
import { NO_SOURCE } from './source.ts';
import { isUploaded } from './source-kinds.ts';

export const NO_DRAFT: LoadDraft = { files: [], mappings: [], own: null, run: null };

export const isNothing = ({ files, run }: LoadDraft): boolean => files.length === 0 && run === null;

/** The member of a workspace's document where earlier versions of Acacia kept a person's draft. */
const oldMember = (userId: string): string => `draft:${userId}`;

/** The draft that an earlier version of Acacia kept in the workspace; null: none, or none that can be read. */
export async function oldDraft(
  client: WorkspaceClient,
  graph: string,
  userId: string,
): Promise<LoadDraft | null> {
  const document = await client.storedDocument('loading-job-info', graph);
  return LoadDraft.safeParse(document[oldMember(userId)]).data ?? null;
}

/** Forgets the draft that the workspace keeps, once the cloud has it. */
export const forgetOldDraft = (client: WorkspaceClient, graph: string, userId: string) =>
  client.mergeLoadingJobInfo(graph, { [oldMember(userId)]: null });

/** The choices in the order of the contract's schema: as text they compare with what comes back. */
export const draftOf = ({
  files,
  mappings,
  own,
  run,
}: Pick<LoaderState, 'files' | 'mappings' | 'own' | 'run'>): LoadDraft => ({
  files: files.map(({ file: { name, path }, options, labels }) => ({
    name,
    path: isUploaded(path) ? null : path,
    options,
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
  })),
  mappings: mappings.map(({ file, target, slots, endsMustExist, where }) => ({
    file,
    target,
    sources: Object.fromEntries(
      slots.flatMap(({ name, source }) => (source.kind === 'none' ? [] : [[name, source]])),
    ),
    endsMustExist,
    where,
  })),
  own,
  run: run.phase === 'none' ? null : run.id,
});

/** The mappings of a draft to the types that are there now; those of types that are gone are left out. */
export const mappingsIn = ({ mappings }: LoadDraft, schema: GraphSchema): Omit<Mapping, 'key'>[] =>
  mappings.flatMap(({ file, target, sources, endsMustExist, where }) => {
    const slots = slotsOf(schema, target);
    return slots.length === 0
      ? []
      : [
          {
            file,
            target,
            endsMustExist,
            where,
            slots: slots.map((slot) => ({ ...slot, source: sources[slot.name] ?? NO_SOURCE })),
          },
        ];
  });
