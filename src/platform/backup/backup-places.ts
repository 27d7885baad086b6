// Where a backup keeps what lies elsewhere in a data folder.

/** The keys of the data folder that sign, and those that verify; in a backup they are sealed with the master key. */
export const signingKeyFiles = [
  'audit-key.pem',
  'audit-key.pub.pem',
  'evidence-key.pem',
  'evidence-key.pub.pem',
] as const;

export const sealedNameOf = (name: string) => `${name}.sealed`;
export const placeOfKey = (name: string): readonly string[] => ['backup', name];

export const headsInBackup = 'audit-head.jsonl';
