// Who may enter the folders of the program's data.

/** Nobody else; where we are root, others may enter but not list, for the cluster inside belongs to nobody then. */
export const dataFolderMode: number = process.getuid?.() === 0 ? 0o711 : 0o700;
