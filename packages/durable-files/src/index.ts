/**
 * Changes of files that a power loss leaves done or undone, never half done, and done once they are
 * acknowledged. A file is on the disk when it was synced, its name when its folder was (fsync(2)).
 */
export { makeFolder, syncFolders, syncPlace } from './sync.ts';
export { moveDurably, readIfThere, removeDurably, writeDurably } from './files.ts';
