/** Advice of a language model, applied to a proposal as far as it fits. Pure. */
import { t } from '@acacia/texts';
import type { SchemaAdvice, SchemaAdviceRequest, WireProposal, WireSample } from '@acacia/contract';
import { nameFault } from '@acacia/language';
import { addEdge, renameEdge, renameVertex, type EditedProposal } from '../ingestion/proposal.ts';

const MOST_VALUES = 3;
const LONGEST = 60;
const LONGEST_NAME = 300;

/** The names and some values of a proposal and of the files that it was made for. */
export const adviceRequest = (
  provider_id: string,
  { vertices, edges }: WireProposal,
  files: readonly { readonly name: string; readonly sample: WireSample }[],
): SchemaAdviceRequest => ({
  provider_id,
  tables: files.map(({ name, sample }) => ({
    name: name.slice(0, LONGEST_NAME),
    columns: sample.columns.map((column, at) => ({
      name: column.name.slice(0, LONGEST_NAME),
      type: column.type,
      values: sample.rows
        .slice(0, MOST_VALUES)
        .flatMap((row) => (row[at] ? [row[at].slice(0, LONGEST)] : [])),
    })),
  })),
  vertices: vertices.map(({ name }) => name),
  edges: edges.map(({ name, from, to }) => ({ name, from: from.vertex, to: to.vertex })),
});

/** A reason that says whose it is. */
const withReason = (reason: string): string => t`A language model: ${reason}`;

function renamed(proposal: EditedProposal, name: string, to: string, reason: string): EditedProposal {
  const taken = [...proposal.vertices, ...proposal.edges].some((each) => each.name === to);
  const isThere = proposal.vertices.some((each) => each.name === name);
  if (!isThere || taken || nameFault('vertex type', to) !== undefined) return proposal;
  const next = renameVertex(proposal, name, to);
  return {
    ...next,
    vertices: next.vertices.map((each) =>
      each.name === to ? { ...each, reason: `${each.reason} ${withReason(reason)}` } : each,
    ),
  };
}

/** @returns the proposal, and the number of changes */
export function advised(
  proposal: EditedProposal,
  { vertices, edges, links }: SchemaAdvice,
): { readonly edited: EditedProposal; readonly changes: number } {
  let edited = proposal;
  let changes = 0;
  const take = (next: EditedProposal): void => {
    if (next === edited) return;
    edited = next;
    changes += 1;
  };
  // Names of the advice are those of the proposal: links and edges come before their vertex types are renamed.
  for (const { table, column, to, reason } of links) {
    const from = edited.vertices.find((each) => each.table === table);
    const target = edited.vertices.find(({ name }) => name === to);
    if (from === undefined || target === undefined) continue;
    const next = addEdge(edited, from.name, column, to);
    if (next === edited) continue;
    const last = next.edges.length - 1;
    take({
      ...next,
      edges: next.edges.map((each, at) =>
        at === last ? { ...each, confidence: 0.5, reason: withReason(reason) } : each,
      ),
    });
  }
  for (const { name, to, reason } of edges) {
    const index = edited.edges.findIndex((each) => each.name === name);
    const taken = [...edited.vertices, ...edited.edges].some((each) => each.name === to);
    if (index < 0 || taken || nameFault('edge type', to) !== undefined) continue;
    const next = renameEdge(edited, index, to);
    take({
      ...next,
      edges: next.edges.map((each, at) =>
        at === index ? { ...each, reason: `${each.reason} ${withReason(reason)}` } : each,
      ),
    });
  }
  for (const { name, to, reason } of vertices) take(renamed(edited, name, to, reason));
  return { edited, changes };
}
