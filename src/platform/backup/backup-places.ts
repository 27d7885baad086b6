// Where a backup keeps what lies elsewhere in a data folder.
import { dirname, join } from 'node:path';

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

/** Whom an older backup brings back. */
export const erasuresInBackup = 'erasures.jsonl';

/** Outside a backup, too, the list of erasures lies beside the heads. */
export const erasuresBeside = (auditHeadFile: string) => join(dirname(auditHeadFile), erasuresInBackup);
