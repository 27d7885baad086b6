// Permissions of the program's data folders, and who owns what is written into them.
import { chownSync, statSync } from 'node:fs';

/** Only this user; if we are root, others may enter but not list, because the cluster inside then belongs to another user. */
export const dataFolderMode: number = process.getuid?.() === 0 ? 0o711 : 0o700;

/** What root writes for a service that runs as another user belongs to the owner of the folder: else it could not read it. */
export function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid !== 0) chownSync(path, uid, gid);
}
