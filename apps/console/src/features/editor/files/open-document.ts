/** A text that is open in this tab. */
import type { HeldPermission, StaleFile } from '@acacia/contract';

/**
 * `unsent`: the cloud cannot be reached, and the text waits in this browser; `stopped`: the cloud refuses the text, for
 * the reason given; `lost`: the file was deleted, or its share withdrawn; `refused`: it could not be opened at all.
 */
export type DocumentState =
  | 'loading'
  | 'temporary'
  | 'saved'
  | 'typing'
  | 'saving'
  | 'unsent'
  | 'stopped'
  | 'conflict'
  | 'lost'
  | 'refused';

export interface OpenDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** The text of the cloud that this one was made from; null: a temporary file, or one that is being loaded. */
  readonly base: { readonly version: number; readonly content: string } | null;
  readonly permission: HeldPermission;
  readonly state: DocumentState;
  /** Sentence for people, where the state has a reason; '' otherwise. */
  readonly reason: string;
  /** In a conflict, the text that the cloud has. */
  readonly theirs: StaleFile | null;
}

/** A document without all that changes while a person types. */
export type Outline = Omit<OpenDocument, 'text' | 'base'>;

/** A file that is about to be read from the cloud. */
export const loadingDocument = (id: string): OpenDocument => ({
  id,
  name: '',
  text: '',
  base: null,
  permission: 'view',
  state: 'loading',
  reason: '',
  theirs: null,
});

/** A document of a text that the cloud does not have yet: of a temporary file, or of a file with a base. */
export const unsavedDocument = ({
  id,
  name,
  text,
  base,
}: Pick<OpenDocument, 'id' | 'name' | 'text' | 'base'>): OpenDocument => ({
  id,
  name,
  text,
  base,
  permission: base === null ? 'owner' : 'edit',
  state: base === null ? 'temporary' : 'typing',
  reason: '',
  theirs: null,
});

/** States on the way of a text to the cloud, which change with every pause of a person who types. */
const UNDER_WAY: ReadonlySet<DocumentState> = new Set(['saved', 'typing', 'saving']);

/** Whether pages that do not show the text show the same of both. */
export function isAlike(a: Outline, b: Outline | undefined): boolean {
  return (
    b !== undefined &&
    a.id === b.id &&
    a.name === b.name &&
    a.permission === b.permission &&
    (a.state === b.state || (UNDER_WAY.has(a.state) && UNDER_WAY.has(b.state))) &&
    a.reason === b.reason &&
    a.theirs === b.theirs
  );
}

/** Whether a text waits to be sent. */
export function isPending(found: OpenDocument | undefined): boolean {
  return (
    found !== undefined &&
    found.base !== null &&
    ['typing', 'unsent', 'stopped', 'saving'].includes(found.state)
  );
}
