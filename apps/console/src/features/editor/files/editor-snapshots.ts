/** States of editors of files whose tab is not in front: history of changes, selection and scrolling go on. */
import type { EditorSnapshot } from '@acacia/editor';

/** Snapshots of more files than this are forgotten, the oldest first. */
const MOST = 50;

const snapshots = new Map<string, EditorSnapshot>();

export const snapshotOf = (file: string): EditorSnapshot | undefined => snapshots.get(file);

export function keepSnapshot(file: string, snapshot: EditorSnapshot): void {
  snapshots.delete(file);
  snapshots.set(file, snapshot);
  const [oldest] = snapshots.keys();
  if (snapshots.size > MOST && oldest !== undefined) snapshots.delete(oldest);
}
