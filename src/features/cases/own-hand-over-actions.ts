// The end of a shift: a screener hands reports of their own over to a colleague, with notes for them.
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { isUuid } from '../../lib/uuids.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { lockDeskUsers } from '../accounts/sign-in-actions.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import type { DeskReport } from '../lists/work-queue-queries.ts';
import {
  assigneeOf,
  commonAccounts,
  type DeskPerson,
  listPeople,
  refuseAway,
  storeAssignments,
} from './assignee-actions.ts';
import { type AssignedReport, assignReports } from './claim-store.ts';
import { findHeldReports } from './hand-over-queries.ts';
import { LONGEST_NOTE, storeNoteOf } from './note-actions.ts';
import { callerFor, type Screener } from './screening-actions.ts';

/** Those of the reports that the screener has, in the order of the accounts. */
export async function readOwnReports(
  ctx: Ctx,
  screener: Screener,
  reportIds: readonly string[],
): Promise<DeskReport[]> {
  demand(authorityOf(screener), 'claim_reports');
  const held = await findHeldReports(ctx.db, screener.accounts, screener.userId);
  return held.filter(({ report_id }) => reportIds.includes(report_id));
}

/** The colleagues who may work on reports of one of the accounts at least; who is away is among them. */
export async function listTakers(ctx: Ctx, screener: Screener, accountIds: readonly string[]): Promise<DeskPerson[]> {
  demand(authorityOf(screener), 'claim_reports');
  return (await listPeople(ctx)).filter((user) => {
    const accounts = assigneeOf(user)?.accounts ?? [];
    return user.id !== screener.userId && (accounts === 'all' || accountIds.some((id) => accounts.includes(id)));
  });
}

/** Each report has the note of its own, because each candidate's data have their own key. */
async function storeHandOverNote(
  tx: Ctx,
  screener: Screener,
  report: AssignedReport,
  note: { readonly text: string; readonly handedTo: string; readonly isOfSeveral: boolean },
): Promise<void> {
  const caller = callerFor(screener, report);
  const { key } = await readCheckAndKey(tx, caller, report.check_id);
  if (key !== undefined) await storeNoteOf(tx, caller, report, { audience: 'desk', ...note, key });
}

export interface HandedOver {
  readonly moved: number;
  /** How many were still the screener's: those of them on which the colleague may not work stay. */
  readonly own: number;
}

/**
 * Gives those of the reports that are still the screener's own to a colleague, with the note on each, and its own on one that
 * has one. Refuses with `invalid_fields` (to, note, `note_` and the id of a report), also where none is.
 */
export function handOverOwnReports(
  ctx: Ctx,
  screener: Screener,
  {
    reportIds,
    toId,
    note,
    ownNotes,
  }: {
    readonly reportIds: readonly string[];
    readonly toId: string;
    /** For all of them; may be empty where each has its own. */
    readonly note: string;
    /** By the id of the report; about nobody else. */
    readonly ownNotes: ReadonlyMap<string, string>;
  },
): Promise<HandedOver> {
  demand(authorityOf(screener), 'claim_reports');
  demand(authorityOf(screener), 'write_notes');
  return inTransaction(ctx, async (tx) => {
    if (isUuid(toId)) await lockDeskUsers(tx.db, [screener.userId, toId]);
    const own = await readOwnReports(tx, screener, reportIds);
    const takers = await listTakers(
      tx,
      screener,
      own.map(({ account_id }) => account_id),
    );
    const taker = takers.find(({ id }) => id === toId);
    const problems = new Problems();
    const ownOf = (id: string) => ownNotes.get(id) ?? '';
    if (note === '' && (own.length === 0 || own.some(({ report_id: id }) => ownOf(id) === '')))
      problems.add('note', "can't be blank");
    const texts = [['note', note] as const, ...own.map(({ report_id: id }) => [`note_${id}`, ownOf(id)] as const)];
    for (const [field, text] of texts)
      if (isLongerThan(text, LONGEST_NOTE)) problems.add(field, `must be ${LONGEST_NOTE} characters or fewer`);
    if (own.length === 0) problems.add('to', 'cannot take any of them: none is yours any more');
    else if (taker === undefined)
      problems.add('to', toId === '' ? "can't be blank" : 'must be a colleague who may work on them');
    problems.refuse('invalid_fields');
    refuseAway(tx, taker!, 'to');
    const to = assigneeOf(taker!)!;
    const moved = await assignReports(tx.db, commonAccounts(screener.accounts, to.accounts), {
      reportIds: own.map(({ report_id }) => report_id),
      ...{ from: { userId: screener.userId }, to },
    });
    const detail = { assigneeId: toId, handedOverFrom: screener.userId };
    await storeAssignments(tx, authorityOf(screener), 'report.assigned', moved, detail);
    const isOfSeveral = new Set(moved.map(({ applicant_id }) => applicant_id)).size > 1;
    for (const report of moved) {
      const notes = [
        { text: note, isOfSeveral },
        { text: ownOf(report.report_id), isOfSeveral: false },
      ];
      for (const one of notes.filter(({ text }) => text !== ''))
        await storeHandOverNote(tx, screener, report, { ...one, handedTo: toId });
    }
    return { moved: moved.length, own: own.length };
  });
}
