// Packs applicants into blocks of the list, so that totals and pages need not count every row.
import type { Tenant } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import {
  advanceApplicantListHorizon,
  findApplicantListsToFold,
  finishApplicantListFold,
  foldApplicantList,
} from './applicant-list-queries.ts';

const blocksPerTransaction = 100;

/**
 * One run over every list with new applicants: by default at most 200,000 applicants, 10,000 in a transaction. Runs
 * every few seconds; it may run twice at once or be killed at any time. Says whether more is left.
 */
export async function foldApplicantLists(db: Db, blocksPerRun = 2000): Promise<{ blocks: number; more: boolean }> {
  const safe = await advanceApplicantListHorizon(db);
  let blocks = 0;
  let leftAlone = false;
  let waiting = await findApplicantListsToFold(db);
  // Take turns, so that one list with a large import does not delay the others.
  while (waiting.length > 0) {
    const unfinished: Tenant[] = [];
    for (const list of waiting) {
      if (blocks + blocksPerTransaction > blocksPerRun) return { blocks, more: true };
      const packed = await foldApplicantList(db, list, blocksPerTransaction);
      blocks += packed;
      if (packed === blocksPerTransaction) unfinished.push(list);
      // Another process packs this list or deletes from it.
      if (packed === 0) leftAlone = true;
    }
    waiting = unfinished;
  }
  if (!leftAlone) await finishApplicantListFold(db, safe);
  return { blocks, more: false };
}
