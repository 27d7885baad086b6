// Carries references along when the desk corrects the entry that they are about.
import type { Caller, Ctx } from '../../context.ts';
import type { LockedCheck } from '../checks/check-progress-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type CorrectedEntry, requestAfter } from './asked-entry-rules.ts';
import { findRequests, updateReference } from './reference-store.ts';
import { openRequest, sealRequest } from './reference-vault.ts';

/** What was answered about the entry is compared with what is stated of it now. Needs the lock of the check. */
export async function carryReferences(
  tx: Ctx,
  caller: Caller,
  { check, key }: LockedCheck,
  entry: CorrectedEntry,
  after: ApplicantFacts,
): Promise<void> {
  for (const row of await findRequests(tx.db, caller, check.id)) {
    const request = requestAfter(openRequest(key, row), entry, { before: check.order.facts, after });
    if (request !== undefined)
      await updateReference(tx.db, caller, row.id, { sealedRequest: sealRequest(key, row.id, request) });
  }
}
