// An update of a regulatory reference that came in (SYSC 22.2): what the firm that gave it has learned since. It waits at the desk
// until a screener has dealt with it, who reopens the report if it changes the result; the client is told, and relies on it no more.

import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { disputesResult } from '../checks/dispute-rules.ts';
import { storeEvents } from '../events/event-actions.ts';
import { LONGEST_TEXT, MOST_OPEN, textAad } from './candidate-message-actions.ts';
import { findMessages, insertMessage } from './candidate-message-store.ts';

interface Updated {
  /** The referee, or who of the desk records what came another way. */
  readonly caller: Caller;
  readonly checkId: string;
  /** That rests on the reference. */
  readonly reportId: string;
  readonly referenceId: string;
  readonly applicantId: string;
  readonly key: DataKey;
}

/** Refuses with `invalid_fields` (`text`) an empty or too long text, and one more than the desk can have dealt with. */
export async function reportUpdate(
  ctx: Ctx,
  { caller, checkId, reportId, referenceId, applicantId, key }: Updated,
  text: string,
): Promise<void> {
  demand(caller, 'give_references', 'ask_references');
  const problems = new Problems();
  if (text === '') problems.add('text', 'Enter what became known, and which answer it changes');
  else if (isLongerThan(text, LONGEST_TEXT)) problems.add('text', `Use at most ${LONGEST_TEXT} characters`);
  problems.refuse('invalid_fields');
  await withLockedCheck(
    ctx,
    caller,
    checkId,
    async (tx, { check }) => {
      const kind = 'reference_update' as const;
      const open = (await findMessages(tx.db, caller, checkId)).filter(
        (one) => one.kind === kind && one.handled_at === null && one.report_id === reportId,
      );
      // Sent twice by a slip, it is one update.
      if (open.some((one) => key.open<string>(textAad(one.id), one.sealed_text!) === text)) return;
      if (open.length >= MOST_OPEN) problems.add('text', 'Several updates are here already and are dealt with');
      problems.refuse('invalid_fields');
      const id = tx.newId();
      const isOfResult = disputesResult(check, reportId);
      await insertMessage(tx.db, caller, {
        ...{ id, checkId, kind, reportId, disputesResult: isOfResult, fileToken: null },
        ...{ sealedText: key.seal(textAad(id), text), sentAt: timeFor(tx, caller) },
      });
      await storeEvents(tx, caller, [
        { type: 'reference.updated', resourceId: referenceId, applicantId, checkId, reportId },
      ]);
      // While a person is restricted their client sees no results.
      if (isOfResult && !check.isRestricted) await mailClient(tx, caller, check, 'reference_updated');
    },
    { restrictedToo: true },
  );
}
