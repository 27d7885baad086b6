// Imports the file of a list, completely or not at all; until it is complete, or if it is refused, the previous
// version stays in force.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Ctx } from '../../context.ts';
import { announceNewList } from '../../features/monitoring/monitor-actions.ts';
import { Refusal } from '../../lib/refusal.ts';
import { keysOfListed } from './blocking-key-rules.ts';
import type { ListName } from './list-title-rules.ts';
import { ListError, type ListedPerson } from './listed-person.ts';
import { tokensOf } from './name-token-rules.ts';
import {
  findListsInForce,
  type ImportRow,
  insertImport,
  insertNames,
  lockList,
  type NewName,
  putInForce,
} from './sanctions-store.ts';

export interface ListFile {
  readonly list: ListName;
  readonly path: string;
  /** Also accept a file with far fewer people than the list in force. */
  readonly acceptFewer?: boolean;
}

type ImportCtx = Pick<Ctx, 'db' | 'now' | 'newId' | 'jobs'>;

/** A list usually shrinks by a few people; a file with less than half was probably cut off. */
const leastShare = 0.5;
const namesAtOnce = 500;

const refused = (reason: string) => new Refusal('invalid_fields', { path: [reason] });

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw refused(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return hash.digest();
}

const rowsOf = ({ entry, names, birthDates, regime }: ListedPerson): NewName[] =>
  names.map(({ name, kind }) => {
    const tokens = tokensOf(name);
    return { entry, name, kind, birthDates, regime, tokens, keys: keysOfListed(tokens, birthDates) };
  });

function refuseVersion(version: string, inForce: ImportRow | undefined): void {
  if (Number.isNaN(Date.parse(version))) throw refused(`its version ${version} is no date`);
  if (inForce !== undefined && Date.parse(version) < Date.parse(inForce.version)) {
    throw refused(`its version ${version} is older than ${inForce.version}, which is in force`);
  }
}

function refuseFew(people: number, inForce: ImportRow | undefined, acceptFewer: boolean): void {
  if (people === 0) throw refused('it lists nobody');
  if (acceptFewer || inForce === undefined || people >= inForce.people * leastShare) return;
  throw refused(`it lists ${people} people where the list in force has ${inForce.people}: was it cut off?`);
}

export const listsInForce = (ctx: Pick<Ctx, 'db'>): Promise<ImportRow[]> => findListsInForce(ctx.db);

const inForceOf = async (tx: Pick<Ctx, 'db'>, list: ListName) =>
  (await listsInForce(tx)).find((one) => one.list === list);

/** Stores the file's people in addition to those in force. */
async function storePeople(tx: ImportCtx, id: string, { list, path }: ListFile, hash: Buffer, inForce?: ImportRow) {
  let [people, stored] = [0, 0];
  let waiting: NewName[] = [];
  const store = async () => {
    await insertNames(tx.db, id, stored, waiting);
    stored += waiting.length;
    waiting = [];
  };
  const { listParsers } = await import('./list-parsers.ts');
  for await (const part of listParsers[list](createReadStream(path))) {
    if (part.kind === 'version') {
      refuseVersion(part.version, inForce);
      await insertImport(tx.db, { id, list, version: part.version, file_hash: hash, imported_at: tx.now() });
      continue;
    }
    people += 1;
    waiting.push(...rowsOf(part));
    if (waiting.length >= namesAtOnce) await store();
  }
  if (waiting.length > 0) await store();
  return { people, names: stored };
}

/**
 * @returns the list in force, and whether the file changed it: the same bytes again do not
 * @throws Refusal on `path` with the line and the reason
 */
export async function importSanctionsList(
  ctx: ImportCtx,
  file: ListFile,
): Promise<{ row: ImportRow; changed: boolean }> {
  const { list, acceptFewer = false } = file;
  const hash = await hashOf(file.path);
  const work = ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await lockList(db, list);
    const inForce = await inForceOf(tx, list);
    if (inForce?.file_hash.equals(hash)) return { row: inForce, changed: false };
    const id = tx.newId();
    const counts = await storePeople(tx, id, file, hash, inForce);
    refuseFew(counts.people, inForce, acceptFewer);
    await putInForce(db, list, { id, ...counts });
    await announceNewList(tx);
    return { row: (await inForceOf(tx, list))!, changed: true };
  });
  return work.catch((error: unknown) => {
    throw error instanceof ListError ? refused(error.message) : error;
  });
}
