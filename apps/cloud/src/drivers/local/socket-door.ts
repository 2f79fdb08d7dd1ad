/** A second name of a workspace's socket, by which the control plane calls it. */
import { link, lstat, rename, rm, symlink } from 'node:fs/promises';
import { doorOf } from './paths.ts';

/** Error codes of systems and file systems on which a socket can have no second name. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Makes the door of a socket on which a workspace listens.
 * @returns false when something else is in the socket's place
 */
export async function openDoor(socket: string): Promise<boolean> {
  const door = doorOf(socket);
  const made = `${door}.new`;
  await rm(made, { force: true });
  try {
    // link(2) does not follow a symbolic link, so the second name shows what is there, where nobody can change it.
    await link(socket, made);
    if (!(await lstat(made)).isSocket()) return false;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (!NO_LINKS.includes(code)) throw error;
    if (!(await lstat(socket)).isSocket()) return false;
    await symlink(socket, made);
  }
  await rename(made, door);
  return true;
}
