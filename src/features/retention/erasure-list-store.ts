// The list of erasures beside the signed heads of the audit trail, outside the database: whoever is in it and comes back
// with an older backup is erased again. A line of JSON each; it names nobody.
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Ctx, Environment } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { erasuresBeside } from '../../platform/backup/backup-places.ts';
import { giveToOwnerOf } from '../../platform/data-folder.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import type { ErasureReason } from './erasure-reasons.ts';

export interface ListedErasure {
  readonly account: string;
  readonly environment: Environment;
  readonly applicant: string;
  readonly on: IsoDate;
  readonly reason: ErasureReason;
}

interface Line extends ListedErasure {
  /** Shows that this installation wrote the line: one that somebody else adds erases nobody. */
  readonly mac: string;
}

const purpose = 'erasure';
const contentOf = ({ account, environment, applicant, on, reason }: ListedErasure) =>
  JSON.stringify([account, environment, applicant, on, reason]);

export const listPath = ({ auditHeadFile }: Pick<Ctx['settings'], 'auditHeadFile'>) => erasuresBeside(auditHeadFile);

/** Appends them; the file is synced on return. */
export async function appendErasures(
  path: string,
  integrity: Integrity,
  erasures: readonly ListedErasure[],
): Promise<void> {
  if (erasures.length === 0) return;
  const lines = erasures.map((one) => {
    const line: Line = { ...one, mac: integrity.mac(purpose, contentOf(one)).toString('hex') };
    // A crash may have left a part of a line: it ends here.
    return `\n${JSON.stringify(line)}\n`;
  });
  await using file = await open(path, 'a', 0o600);
  // A command that root runs may write the first line.
  giveToOwnerOf(dirname(path), path);
  await file.write(lines.join(''));
  await file.sync();
}

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    const isWhole = [line?.account, line?.environment, line?.applicant, line?.on, line?.reason, line?.mac].every(
      (value) => typeof value === 'string',
    );
    return isWhole ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

/** Those of this installation, and how many lines are not. Each person once, as listed last; nobody without a file. */
export async function readErasures(
  path: string,
  { isMac }: Integrity,
): Promise<{ readonly listed: ReadonlyMap<string, ListedErasure>; readonly notOurs: number }> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const lines = text.split('\n').filter((line) => line !== '');
  const ours = lines.map(parse).filter((line) => line && isMac(purpose, contentOf(line), Buffer.from(line.mac, 'hex')));
  return { listed: new Map(ours.map((line) => [line!.applicant, line!])), notOurs: lines.length - ours.length };
}
