// Corrects what a candidate stated after they sent the form, with the reason, and reads what was corrected.
import { type Actor, type Caller, type Ctx, timeFor } from '../../context.ts';
import { overRefusal, Refusal, stateRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readForm } from '../candidate-form/form-actions.ts';
import type { Typed } from '../candidate-form/form-page.ts';
import { pageOfForm } from '../candidate-form/form-page-rules.ts';
import type { OpenForm } from '../candidate-form/open-form.ts';
import type { Check } from '../checks/check.ts';
import { formUri } from '../checks/check-links.ts';
import { withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { replaceOrderFacts } from '../checks/order-facts-actions.ts';
import { candidateMailbox, emailTo, queueEmail } from '../emails/email-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { FactRow } from '../facts/fact-rows-rules.ts';
import { carryReferences } from '../references/reference-correction-actions.ts';
import type { CorrectionReason } from './correction-reasons.ts';
import {
  type Corrected,
  changedRows,
  corrected,
  fingerprintOf,
  type StatedPage,
  type TypedCorrection,
} from './fact-correction-rules.ts';
import { findCorrections, insertCorrection } from './fact-correction-store.ts';

interface SealedCorrection {
  /** The answer of the page before and after, as the form reads it. */
  readonly answers: Corrected['answers'];
  readonly before: readonly FactRow[];
  readonly after: readonly FactRow[];
  readonly text: string;
}

export interface FactCorrection extends SealedCorrection {
  readonly id: string;
  /** The page of the form, such as `share-code`. */
  readonly requirement: string;
  readonly reason: CorrectionReason;
  readonly author: Actor;
  readonly correctedAt: Date;
}

const placeOf = (id: string) => `fact_corrections.correction ${id}`;

/** The candidate’s own form corrects what is stated until it is sent; afterwards complete orders stay as they were judged. */
export const takesCorrections = ({ status, startedAt }: Pick<Check, 'status' | 'startedAt'>): boolean =>
  isOngoing(status) && status !== 'awaiting_applicant' && startedAt !== null;

/** Refuses with `state_does_not_allow`. */
export function refuseCorrections(check: Pick<Check, 'status' | 'startedAt'>): void {
  if (!isOngoing(check.status)) throw overRefusal();
  if (!takesCorrections(check)) throw stateRefusal(check.status);
}

interface KeptOrder {
  readonly check: Check;
  readonly key: DataKey;
}

/** The pages of the order’s form, without what its candidate saved. */
async function statedForm(ctx: Ctx, order: KeptOrder): Promise<OpenForm> {
  return { ...(await readForm(ctx, order)), saved: new Map() };
}

/** What the order asked of its candidate, and what the desk corrected of it, the oldest first. */
export async function readStated(ctx: Ctx, caller: Caller, order: KeptOrder) {
  demand(caller, 'read_reports');
  return { form: await statedForm(ctx, order), corrections: await readCorrections(ctx, order.check, order.key) };
}

/** Refuses with `not_found` what the order does not ask. */
export function statedPage({ scope }: Pick<OpenForm, 'scope'>, id: string | undefined): StatedPage {
  const page = pageOfForm(scope, id);
  if (page === undefined || page.kind === 'consent') throw new Refusal('not_found');
  return page;
}

interface CorrectionAt {
  readonly checkId: string;
  readonly pageId: string;
  readonly seen: string;
}

/**
 * Replaces what was stated, for the order and its applicant. Refuses with `invalid_fields` by the inputs of the page,
 * `is_current`, `reason`, `text`, `unchanged` and `version`, and with `state_does_not_allow` before the form is sent and
 * after the order is complete. @param seen the fingerprint of what the page showed: entries of a list are numbered by
 * their dates, so that another one may have the number meanwhile
 */
export function correctStated(
  ctx: Ctx,
  caller: Caller,
  { checkId, pageId, seen }: CorrectionAt,
  given: TypedCorrection,
): Promise<void> {
  demand(caller, 'record_outcomes');
  return storeCorrection(ctx, caller, { checkId, pageId, seen }, given);
}

/** Under which page of the form the candidate gives their telephone numbers. */
export const CONTACT_PAGE = 'contact';

/** The candidate changes their telephone numbers behind their code. Refuses as `correctStated`. */
export const changeOwnContact = (ctx: Ctx, form: OpenForm, seen: string, typed: Typed): Promise<void> =>
  storeCorrection(
    ctx,
    form.caller,
    { checkId: form.link.checkId, pageId: CONTACT_PAGE, seen },
    { typed, entry: undefined, reason: 'candidate', text: 'On their own page' },
  );

function storeCorrection(ctx: Ctx, caller: Caller, { checkId, pageId, seen }: CorrectionAt, given: TypedCorrection) {
  return withLockedApplicantAndCheck(ctx, caller, checkId, async (tx, locked) => {
    const { check, key } = locked;
    refuseCorrections(check);
    const form = await statedForm(tx, locked);
    const page = statedPage(form, pageId);
    if (fingerprintOf(page, check.order.facts, form.scope.today) !== seen)
      throw new Refusal('invalid_fields', { version: ['was changed meanwhile'] });
    const { facts, answers, entry, problems } = corrected(check.order.facts, page, given, form.scope);
    problems.refuse('invalid_fields');
    const id = tx.newId();
    const content: SealedCorrection = { answers, ...changedRows(page, check.order.facts, facts), text: given.text };
    await replaceOrderFacts(tx, caller, locked, facts);
    if (entry !== undefined) await carryReferences(tx, caller, locked, entry, facts);
    await insertCorrection(tx.db, caller, checkId, {
      ...{ id, requirement: page.id, sealed_correction: key.seal(placeOf(id), content) },
      ...{ reason: given.reason as CorrectionReason, author: caller.actor, corrected_at: timeFor(tx, caller) },
    });
    const about = { resourceId: checkId, checkId, applicantId: check.applicantId, status: check.status };
    const detail = { requirement: page.asked.id, because: given.reason };
    await storeEvents(tx, caller, [{ ...about, type: 'check.facts_corrected', detail }]);
    if (check.formCompletedAt !== null && caller.actor !== 'candidate') await mailCorrected(tx, caller, { check, key });
  });
}

/** Mails the candidate that an answer was corrected. The mail does not say which: their own page does. */
async function mailCorrected(tx: Ctx, caller: Caller, { check, key }: KeptOrder): Promise<void> {
  const { tenant, id: checkId, applicantId, formLinkGeneration: generation } = check;
  const to = candidateMailbox(check.order.facts);
  const values = { candidateName: to.name, formUri: await formUri(tx, { ...tenant, checkId, generation }) };
  await queueEmail(tx, emailTo(tx, caller, { id: applicantId, key, checkId }, 'answers_corrected', { to, values }));
}

/** The pages whose facts papers of identity show. */
const identityPages: readonly string[] = ['name', 'dob', 'addresses'];

export const isOfIdentity = ({ id }: Pick<StatedPage, 'id'>): boolean => identityPages.includes(id);

/** Whether somebody confirmed who the candidate is, and nothing of what they saw was corrected since. */
export async function isIdentityCertain(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id, identityConfirmedAt: on }: Pick<Check, 'tenant' | 'id' | 'identityConfirmedAt'>,
): Promise<boolean> {
  if (on === null) return false;
  const corrections = await findCorrections(ctx.db, tenant, id);
  return !corrections.some((one) => identityPages.includes(one.requirement) && one.corrected_at > on);
}

/** The oldest first; none of an erased applicant. @param key the applicant’s */
export async function readCorrections(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id: checkId }: Pick<Check, 'tenant' | 'id'>,
  key: DataKey | undefined,
): Promise<FactCorrection[]> {
  if (key === undefined) return [];
  const rows = await findCorrections(ctx.db, tenant, checkId);
  return rows.map(({ id, requirement, reason, author, corrected_at: correctedAt, sealed_correction: sealed }) => ({
    ...{ id, requirement, reason, author, correctedAt },
    ...key.open<SealedCorrection>(placeOf(id), sealed),
  }));
}

/** Whether the caller corrected something that the candidate of this order had stated. */
export async function hasCorrected(ctx: Pick<Ctx, 'db'>, caller: Caller, checkId: string): Promise<boolean> {
  return (await findCorrections(ctx.db, caller, checkId)).some(({ author }) => author === caller.actor);
}

/** How corrections of what was stated stand to an outcome: its author made one before they gave it, and somebody made one since. */
export async function correctionsAround(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  checkId: string,
  given: { readonly author: Actor; readonly decided_at: Date },
): Promise<{ readonly byAuthor: boolean; readonly since: boolean }> {
  demand(caller, 'read_reports');
  const all = await findCorrections(ctx.db, caller, checkId);
  const isSince = ({ corrected_at: at }: (typeof all)[number]) => at > given.decided_at;
  return { byAuthor: all.some((one) => one.author === given.author && !isSince(one)), since: all.some(isSince) };
}
