// The actions on a check's form: opens it by its link, saves each answer, and submits all answers.
import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, type OrderScope, timeFor, todayFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { servingAccount } from '../../platform/db/served-account.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import type { Check } from '../checks/check.ts';
import { openOrder } from '../checks/check-actions.ts';
import { type CheckLink, formUri, readLinkToken } from '../checks/check-links.ts';
import { withOpenForm } from '../checks/check-progress-actions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import { lapsingFacts } from '../facts/facts.ts';
import { forgetCodes, hashToken, keepSessionAlive } from '../mailed-links/access-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { consentAnswer, consentText, type GivenConsent, givenConsent } from './consent.ts';
import { type AnswerRow, findAnswers, upsertAnswer } from './form-answer-store.ts';
import type { Answer, PageId, Typed } from './form-page.ts';
import { draftFacts, formScope, formStandings, nextPage, pageOfForm, type SavedAnswers } from './form-page-rules.ts';
import { type FormRow, findForm } from './form-queries.ts';
import type { FormFront, OpenForm } from './open-form.ts';

function frontOf(ctx: Ctx, link: CheckLink, row: FormRow): FormFront {
  const caller: Caller & OrderScope = {
    subsidiaryId: null,
    accountId: link.accountId,
    environment: link.environment,
    actor: 'candidate',
    clockOffsetSeconds: row.clock_offset_seconds,
  };
  const reports = row.report_type_ids.flatMap((id, at) => {
    const type = reportTypeById(id);
    return type === undefined ? [] : { type, plan: row.monitors[at]! };
  });
  const types = reports.map(({ type }) => type);
  return {
    link,
    caller,
    accountName: row.account_name,
    eraseAfterDays: row.erase_after_days,
    status: row.status,
    isSubmitted: row.form_completed_at !== null,
    isOpen: row.sealed_key !== null && (row.status === 'awaiting_applicant' || row.form_completed_at !== null),
    openQueries: row.open_queries,
    isRepeated: row.is_repeated && row.pages.length > 0,
    isReplaced: (link.generation ?? 0) < row.form_link_generation,
    types,
    monitored: reports.flatMap(({ type, plan }) => (plan === null ? [] : { type, plan })),
    scope: formScope(types, row.activity_years, todayFor(ctx, caller)),
  };
}

async function keyOf(ctx: Ctx, link: CheckLink, row: FormRow): Promise<DataKey> {
  if (row.sealed_key === null) throw new Refusal('not_found');
  return applicantKey(await ctx.keys.forAccount(link.accountId), link, row.applicant_id, row.sealed_key);
}

/**
 * Opens the form of a link; `form` is set only if the session is valid for this check. Refuses an invalid link with
 * `not_found`. @param sessionToken from the device's cookie
 */
export async function openFormLink(
  ctx: Ctx,
  token: string,
  sessionToken: string | undefined,
): Promise<{ readonly front: FormFront; readonly form: OpenForm | undefined }> {
  const link = await readLinkToken(ctx, 'form', token);
  return servingAccount(link.accountId, () => openLinked(ctx, link, sessionToken));
}

async function openLinked(
  ctx: Ctx,
  link: CheckLink,
  sessionToken: string | undefined,
): Promise<{ readonly front: FormFront; readonly form: OpenForm | undefined }> {
  const tokenHash = sessionToken === undefined ? null : hashToken(sessionToken);
  const row = await findForm(ctx.db, link, link.checkId, tokenHash, ctx.now());
  if (row === undefined) throw new Refusal('not_found');
  const front = frontOf(ctx, link, row);
  if (front.isReplaced || tokenHash === null || row.session_expires_at === null || row.sealed_key === null)
    return { front, form: undefined };
  const key = await keyOf(ctx, link, row);
  const form: OpenForm = {
    ...front,
    applicantId: row.applicant_id,
    key,
    order: openOrder(key, link.checkId, row.sealed_order),
    saved: openAnswers(key, link.checkId, answersIn(row)),
    isProlonged: await keepSessionAlive(ctx, link, {
      subjectId: link.checkId,
      tokenHash,
      endsAt: row.session_expires_at,
    }),
  };
  return { front, form };
}

const answerAad = (checkId: string, page: string) => `form_answers.answer ${checkId} ${page}`;

type SealedAnswer = Omit<AnswerRow, 'saved_at'>;

const answersIn = ({ pages, versions, sealed_answers }: FormRow): SealedAnswer[] =>
  pages.map((page, at) => ({ page, version: versions[at]!, sealed_answer: sealed_answers[at]! }));

function openAnswers(key: DataKey, checkId: string, rows: readonly SealedAnswer[]): SavedAnswers {
  const open = ({ page, version, sealed_answer }: SealedAnswer) => ({
    version,
    answer: key.open<Answer>(answerAad(checkId, page), sealed_answer),
  });
  return new Map(rows.map((row) => [row.page as PageId, open(row)]));
}

/** Whether the candidate answered anything of a check, beside giving the consent, which is given anew each time. */
export const hasAnswers = async (tx: Pick<Ctx, 'db'>, caller: Caller, checkId: string): Promise<boolean> =>
  (await findAnswers(tx.db, caller, checkId)).some(({ page }) => page !== 'consent');

/**
 * Copies the answers to the open form of another check of the applicant: of the pages that it asks, without codes that
 * lapse and without the consent, which are given anew.
 */
export async function copyAnswers(
  tx: Ctx,
  caller: Caller,
  { from, to, key }: { readonly from: string; readonly to: Check; readonly key: DataKey },
): Promise<void> {
  const rows = await findAnswers(tx.db, caller, from);
  const types = to.reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
  const scope = formScope(types, to.activityYears, todayFor(tx, caller));
  for (const [page, { answer }] of openAnswers(key, from, rows)) {
    if (page === 'consent' || pageOfForm(scope, page) === undefined) continue;
    const kept = Object.fromEntries(Object.entries(answer).filter(([name]) => !lapsingFacts.includes(name)));
    const sealedAnswer = key.seal(answerAad(to.id, page), kept);
    await upsertAnswer(tx.db, caller, {
      checkId: to.id,
      page,
      seenVersion: 0,
      sealedAnswer,
      savedAt: timeFor(tx, caller),
    });
  }
}

export interface FilledPage {
  readonly page: string;
  readonly answer: Answer;
  readonly savedAt: Date;
}

/** What the candidate has filled in, page by page, whether they have sent the form or not; in the order of saving. */
export async function readFilledPages(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id }: Pick<Check, 'tenant' | 'id'>,
  key: DataKey,
): Promise<FilledPage[]> {
  const rows = await findAnswers(ctx.db, tenant, id);
  return rows
    .map(({ page, sealed_answer, saved_at: savedAt }) => ({
      page,
      answer: key.open<Answer>(answerAad(id, page), sealed_answer),
      savedAt,
    }))
    .toSorted((one, other) => one.savedAt.getTime() - other.savedAt.getTime());
}

/** Undefined if the applicant was erased. */
async function keyOfApplicant(ctx: Ctx, { tenant, applicantId }: Check): Promise<DataKey | undefined> {
  try {
    return (await readApplicant(ctx, tenant, applicantId)).key;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Undefined if no form was submitted, or the applicant was erased. */
export async function readConsent(ctx: Ctx, check: Check): Promise<GivenConsent | undefined> {
  const key = await keyOfApplicant(ctx, check);
  if (check.formCompletedAt === null || key === undefined) return undefined;
  const row = (await findAnswers(ctx.db, check.tenant, check.id)).find(({ page }) => page === 'consent');
  if (row === undefined) return undefined;
  return givenConsent(key.open<Typed>(answerAad(check.id, 'consent'), row.sealed_answer), row.saved_at);
}

export const formFacts = (form: OpenForm) => draftFacts(form.order.facts, form.scope, form.saved);

export type SaveOutcome = 'saved' | 'changed_elsewhere';

/** Saves the answer of one page. `changed_elsewhere`: another device saved a different answer since `seenVersion`. */
export async function saveAnswer(
  ctx: Ctx,
  form: OpenForm,
  page: PageId,
  { answer: sent, seenVersion }: { readonly answer: Answer; readonly seenVersion: number },
): Promise<SaveOutcome> {
  const answer = page === 'consent' ? consentAnswer(sent as Typed, consentText(form)) : sent;
  const known = form.saved.get(page);
  // Saving the same answer again, such as a form sent twice, is no conflict.
  if (known !== undefined && isDeepStrictEqual(known.answer, answer)) return 'saved';
  const { checkId } = form.link;
  const saved = await upsertAnswer(ctx.db, form.caller, {
    checkId,
    page,
    seenVersion,
    sealedAnswer: form.key.seal(answerAad(checkId, page), answer),
    savedAt: timeFor(ctx, form.caller),
  });
  return saved ? 'saved' : 'changed_elsewhere';
}

/** Grows with every save of any page; identifies the answers that a device has shown. */
export const versionOf = (saved: SavedAnswers): number =>
  [...saved.values()].reduce((sum, { version }) => sum + version, 0);

/** Confirms the form to the candidate, with the link to what becomes of it. */
async function mailSent(tx: Ctx, { caller, applicantId, key, link }: OpenForm, check: Check): Promise<void> {
  const { first_name, last_name, email: address } = check.order.facts;
  const name = `${first_name} ${last_name}`;
  const uri = await formUri(tx, { ...link, generation: check.formLinkGeneration });
  const message = { to: { name, address }, values: { candidateName: name, order: `VF${check.orderId}`, formUri: uri } };
  await queueEmail(tx, emailTo(tx, caller, { id: applicantId, key, checkId: check.id }, 'form_sent', message));
}

export type SubmitOutcome = 'submitted' | 'incomplete' | 'changed_elsewhere';

/** Submits the answers that the candidate saw at `seenVersion`. Submitting again changes nothing. */
export function submitForm(ctx: Ctx, opened: OpenForm, seenVersion: number): Promise<SubmitOutcome> {
  const { checkId } = opened.link;
  return withOpenForm(ctx, opened.caller, checkId, async (tx, { status, formCompletedAt }, submit) => {
    if (status !== 'awaiting_applicant') {
      if (formCompletedAt !== null) return 'submitted';
      throw stateRefusal(status);
    }
    const rows = await findAnswers(tx.db, opened.caller, checkId);
    const saved = openAnswers(opened.key, checkId, rows);
    if (versionOf(saved) !== seenVersion) return 'changed_elsewhere';
    const { facts } = opened.order;
    if (nextPage(formStandings(facts, opened.scope, saved), 'consent') !== undefined) return 'incomplete';
    const check = await submit(draftFacts(facts, opened.scope, saved));
    await mailSent(tx, opened, check);
    await forgetCodes(tx, opened.caller, checkId);
    return 'submitted';
  });
}
