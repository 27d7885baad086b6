// Folds what was added to the lists of applicants into their blocks, so that totals and pages need not count it.
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
 * One run, over every list that needs it: at most 200,000 applicants unless told otherwise, 10,000 in a transaction.
 * Meant to run every few seconds; several at once, or one that is killed, do no harm. Says whether it stopped early.
 */
export async function foldApplicantLists(db: Db, blocksPerRun = 2000): Promise<{ blocks: number; more: boolean }> {
  const safe = await advanceApplicantListHorizon(db);
  let blocks = 0;
  let leftAlone = false;
  let waiting = await findApplicantListsToFold(db);
  // In turns, so that one list after a large import does not keep the others waiting.
  while (waiting.length > 0) {
    const unfinished: Tenant[] = [];
    for (const list of waiting) {
      if (blocks + blocksPerTransaction > blocksPerRun) return { blocks, more: true };
      const packed = await foldApplicantList(db, list, blocksPerTransaction);
      blocks += packed;
      if (packed === blocksPerTransaction) unfinished.push(list);
      // Somebody else folds it or deletes from it.
      if (packed === 0) leftAlone = true;
    }
    waiting = unfinished;
  }
  if (!leftAlone) await finishApplicantListFold(db, safe);
  return { blocks, more: false };
}
