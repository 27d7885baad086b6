// What a screener does with references: asks, corrects the referee, asks again, withdraws.
import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, inTransaction, ownerOf, type Tenant, timeFor, todayFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { removeStored } from '../attachments/unsent-file-actions.ts';
import type { Check } from '../checks/check.ts';
import { openOrder } from '../checks/check-actions.ts';
import { factsGivenOn } from '../checks/check-rules.ts';
import { forgetDraftsOfReferee } from '../drafts/draft-actions.ts';
import { callBackRequests } from '../emails/joined-emails.ts';
import { forgetCodes, forgetHolder } from '../mailed-links/access-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { findableByReferee } from '../reports/order-key-actions.ts';
import type { Report } from '../reports/report.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import {
  addressObjections,
  agencyObjections,
  askedBefore,
  isAskedAbout,
  isMailedOn,
  namedEmailOf,
  type Objection,
  objectionsTo,
  refereeProblems,
  samePerson,
} from './asking-rules.ts';
import { type Entry, entriesOf, type Referee, whichEmployment } from './claim-rules.ts';
import { type ComparedBy, type Comparison, compareWithClaim } from './discrepancy-rules.ts';
import { type QuestionnaireId, questionnaires } from './questionnaires.ts';
import type { Reference, ReferenceRequest } from './reference.ts';
import { deleteLetters } from './reference-letter-actions.ts';
import {
  beginWaiting,
  isReadBy,
  mailNotNeeded,
  mailReferee,
  moveReference,
  refereeActor,
  storeReferenceEvent,
  waitsForMail,
  withLockedReference,
} from './reference-move-actions.ts';
import { demandReason, noteReason } from './reference-reason-actions.ts';
import { takesAnswers } from './reference-states.ts';
import {
  findReference,
  findReferences,
  insertReference,
  lockOrder,
  type ReferenceRow,
  updateReference,
} from './reference-store.ts';
import { keyOfRow, openReference, sealReply, sealRequest } from './reference-vault.ts';
import { readJobToTell } from './told-actions.ts';
import { toldOf } from './told-rules.ts';

/** The report for which a reference is asked, as its screener opened it. */
export interface AskingReport {
  readonly caller: Caller;
  readonly check: Check;
  readonly report: Report;
}

export interface NewRequest {
  /** Of the candidate's history, `activities-0`. */
  readonly entryKey: string;
  readonly referee: Referee;
  readonly questionnaire: QuestionnaireId;
  readonly by: 'mail' | 'telephone';
  /** Why the referee is asked although something speaks against it. */
  readonly anyway?: string;
  /** What the referee is told of the candidate besides the name; undefined for the name at that time alone. */
  readonly told?: readonly string[];
}

/**
 * Asks for a reference; by mail the report waits for it. Returns its id. Refuses with `invalid_fields`, also while nobody
 * has said why the referee is asked although something speaks against it, or `state_does_not_allow` if the report is
 * closed.
 */
export async function requestReference(ctx: Ctx, at: AskingReport, given: NewRequest): Promise<string> {
  const { caller, check, report } = at;
  demand(caller, 'ask_references');
  const entries = entriesOf(reportTypeById(report.reportTypeId)!, check.order.facts);
  const entry = entries.find(({ key }) => key === given.entryKey);
  const { key } = await readApplicant(ctx, caller, check.applicantId);
  const { referee, questionnaire, anyway: reason = '' } = given;
  const byMail = given.by === 'mail';
  return inTransaction(ctx, async (tx) => {
    // Two screeners of one order ask one after the other, so that the second learns of the first.
    await lockOrder(tx.db, caller, check.id);
    const problems = refereeProblems(referee, byMail);
    if (entry === undefined) problems.add('entry', 'Select what the reference is about');
    const objections = entry === undefined ? [] : await readObjections(tx, at, { entry, referee, by: given.by });
    demandReason(objections, reason, problems);
    problems.refuse('invalid_fields');
    const id = tx.newId();
    const job = await readJobToTell(tx, caller, check.order, questionnaire);
    const { refereesAskedAfterOffer } = await readAccountSettings(tx, caller.accountId);
    const now = timeFor(tx, caller);
    const which = whichEmployment(entry!, entries);
    const request: ReferenceRequest = {
      ...{ entryKey: given.entryKey, claim: entry!.claim, statedOn: factsGivenOn(check) },
      ...(which !== undefined && { which }),
      ...(refereesAskedAfterOffer && { isAfterOffer: true as const }),
      ...{ referee, namedEmail: namedEmailOf(entry!, referee) },
      told: toldOf(given.entryKey, check.order.facts, { chosen: given.told, job }),
    };
    await insertReference(tx.db, caller, {
      ...{ id, checkId: check.id, reportId: report.id, questionnaire, sealedRequest: sealRequest(key, id, request) },
      ...{ requestedBy: ownerOf(caller), requestedAt: now, mailedAt: byMail ? now : null },
    });
    await findableByReferee(tx, caller, check.id, referee);
    await sendRequest(tx, caller, id, { byMail, objections, reason });
    return id;
  });
}

/** What speaks against asking, also that the order has asked about the entry before. */
export async function readObjections(
  ctx: Ctx,
  { caller, check, report }: AskingReport,
  { entry, referee, by }: { readonly entry: Entry; readonly referee: Referee; readonly by: NewRequest['by'] },
): Promise<Objection[]> {
  demand(caller, 'ask_references');
  const references = await listReferences(ctx, caller, report.id);
  return [
    ...objectionsTo(entry, referee, check.order.facts.email, by),
    ...references.filter(isAskedAbout(entry.key)).map(askedBefore),
  ];
}

function sendRequest(
  tx: Ctx,
  caller: Caller,
  id: string,
  how: { readonly byMail: boolean; readonly objections: readonly Objection[]; readonly reason: string },
): Promise<void> {
  return withLockedReference(tx, caller, id, async (_tx, locked) => {
    // The report may have been closed since its screener opened it.
    if (!allowsAction(locked.row.report_status, 'use_references')) throw new Refusal('state_does_not_allow');
    const anyway = [...new Set(how.objections.map(({ code }) => code))];
    const detail = anyway.length === 0 ? {} : { detail: { anyway } };
    await storeReferenceEvent(tx, caller, locked.row, { type: 'reference.requested', status: 'requested', ...detail });
    await noteReason(tx, caller, locked, how.objections, how.reason);
    if (!how.byMail) return;
    await beginWaiting(tx, caller, locked.row);
    await mailReferee(tx, caller, locked, { as: 'request', generation: 0 });
  });
}

async function opened(ctx: Ctx, tenant: Tenant, row: ReferenceRow): Promise<Reference> {
  return openReference(tenant, await keyOfRow(ctx, tenant, row), row);
}

/**
 * As the report reads them, in the order in which they were asked: its own, and those of the other reports of its order
 * about entries to which it asks references itself; none of an erased applicant.
 */
export async function listReferences(ctx: Ctx, tenant: Tenant, reportId: string): Promise<Reference[]> {
  const rows = (await findReferences(ctx.db, tenant, reportId)).filter((row) => row.sealed_key !== null);
  const all = await Promise.all(rows.map(async (row) => ({ row, reference: await opened(ctx, tenant, row) })));
  return all.filter(({ row, reference }) => isReadBy(row, reference)).map(({ reference }) => reference);
}

/** Refuses with `not_found` one that neither the report nor another of its order asked about an entry of its own. */
export async function readReference(ctx: Ctx, tenant: Tenant, reportId: string, id: string): Promise<Reference> {
  const row = isUuid(id) ? await findReference(ctx.db, tenant, id, reportId) : undefined;
  if (row === undefined) throw new Refusal('not_found');
  const reference = await opened(ctx, tenant, row);
  if (!isReadBy(row, reference)) throw new Refusal('not_found');
  return reference;
}

/** How what was stated on that day is compared, by the tolerance of the account. */
export async function comparedBy(
  ctx: Ctx,
  { tenant, request: { statedOn } }: { readonly tenant: Tenant; readonly request: Pick<ReferenceRequest, 'statedOn'> },
): Promise<ComparedBy> {
  const { referenceDateToleranceDays: toleranceDays } = await readAccountSettings(ctx, tenant.accountId);
  return { toleranceDays, statedOn };
}

/** What differs from the candidate's statement. */
export async function compareReference(ctx: Ctx, reference: Reference): Promise<Comparison[]> {
  const { scope = 'whole', answers } = reference.reply;
  const questionnaire = questionnaires[reference.questionnaire];
  const given = { questionnaire, scope, answers };
  return compareWithClaim(reference.request.claim, given, await comparedBy(ctx, reference));
}

/**
 * Corrects the referee, and what they are told of the candidate. Who was written to gets a request at a new address: every earlier link stops working at once, and
 * what was begun with it is not shown to somebody else. Nobody has authenticated the corrected referee yet.
 */
export async function changeReferee(
  ctx: Ctx,
  caller: Caller,
  id: string,
  referee: Referee,
  { anyway = '', told }: { readonly anyway?: string; readonly told?: readonly string[] } = {},
): Promise<void> {
  demand(caller, 'ask_references');
  const gone = await withLockedReference(ctx, caller, id, async (tx, locked) => {
    const { row, reference, key } = locked;
    if (!takesAnswers(row.status) || !allowsAction(row.report_status, 'use_references'))
      throw new Refusal('state_does_not_allow');
    // A reference by telephone has no link, and a correction writes to nobody.
    const wasMailed = reference.mailedAt !== null;
    const problems = refereeProblems(referee, wasMailed);
    const order = openOrder(key, row.check_id, row.sealed_order);
    const { facts } = order;
    const before = reference.request;
    const job = await readJobToTell(tx, caller, order, row.questionnaire);
    const isSaid = { chosen: told, job };
    const request = told === undefined ? before : { ...before, told: toldOf(before.entryKey, facts, isSaid) };
    const isWrittenTo = wasMailed && !samePerson(request.referee.email, referee.email);
    const objections = isWrittenTo
      ? [...agencyObjections(before.claim, referee), ...addressObjections(referee, facts.email)]
      : [];
    demandReason(objections, anyway, problems);
    problems.refuse('invalid_fields');
    const sealedRequest = sealRequest(key, id, { ...request, referee });
    if (isDeepStrictEqual(request.referee, referee)) {
      await updateReference(tx.db, caller, id, { sealedRequest });
      return [];
    }
    await findableByReferee(tx, caller, row.check_id, referee);
    if (!isWrittenTo) {
      const { authenticatedBy, ...reply } = reference.reply;
      const sealedAnswers = sealReply(key, id, reply);
      await updateReference(tx.db, caller, id, { sealedRequest, sealedAnswers, authentication: null });
      return [];
    }
    // Reminders and fresh links carry the next generation: the earlier referee may have it already.
    const linkGeneration = row.link_generation + 2;
    const next = { linkGeneration, refereeNumber: row.referee_number + 1, language: 'en' } as const;
    const emptied = { sealedAnswers: null, authentication: null, openedAt: null };
    await updateReference(tx.db, caller, id, { sealedRequest, ...next, ...emptied });
    await noteReason(tx, caller, locked, objections, anyway);
    await forgetHolder(tx, caller, id);
    await forgetDraftsOfReferee(tx, refereeActor(row));
    await callBackRequests(tx, caller, id);
    const changed = { ...locked, reference: { ...reference, request: { ...request, referee } } };
    await sendAgain(tx, caller, changed, linkGeneration);
    // Nobody sent them, and the earlier referee cannot take them away any more.
    const earlier = { ...caller, subsidiaryIds: null, actor: refereeActor(row) };
    return deleteLetters(tx, earlier, locked, () => true);
  });
  await removeStored(ctx, gone);
}

async function sendAgain(
  tx: Ctx,
  caller: Caller,
  locked: Parameters<typeof mailReferee>[2],
  generation: number,
): Promise<void> {
  await moveReference(tx, caller, locked, 'ask_again', {
    ...{ chases: 0, mails: locked.row.mails + 1, mailedAt: timeFor(tx, caller) },
  });
  await beginWaiting(tx, caller, locked.row);
  await mailReferee(tx, caller, locked, { as: 'request', generation });
}

/** Writes to the referee again, also to one who did not answer or declined; the reminders begin anew. */
export async function askAgain(
  ctx: Ctx,
  caller: Caller,
  id: string,
  { unlessToday = false }: { readonly unlessToday?: boolean } = {},
): Promise<'sent' | 'sent_today'> {
  demand(caller, 'ask_references');
  return withLockedReference(ctx, caller, id, async (tx, locked) => {
    if (unlessToday && isMailedOn(locked.row.mailed_at, todayFor(tx, caller))) return 'sent_today';
    if (!allowsAction(locked.row.report_status, 'use_references')) throw new Refusal('state_does_not_allow');
    if (locked.reference.request.referee.email === '') {
      throw new Refusal('invalid_fields', { email: ['Enter the email address of the referee'] });
    }
    await sendAgain(tx, caller, locked, locked.row.link_generation + 1);
    return 'sent';
  });
}

export async function withdrawReference(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  demand(caller, 'ask_references');
  await withLockedReference(ctx, caller, id, async (tx, locked) => {
    await moveReference(tx, caller, locked, 'withdraw');
    await forgetCodes(tx, caller, id);
    if (waitsForMail(locked.row)) await mailNotNeeded(tx, caller, locked);
  });
}
