// Permissions of the program's data folders.

/** Only this user; if we are root, others may enter but not list, because the cluster inside then belongs to another user. */
export const dataFolderMode: number = process.getuid?.() === 0 ? 0o711 : 0o700;
