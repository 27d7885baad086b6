// The actions on a check's form: opens it by its link, saves each answer, and submits all answers.

import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, type OrderScope, type Tenant, timeFor, todayFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { servingAccount } from '../../platform/db/served-account.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import type { Check, Order } from '../checks/check.ts';
import { openOrder } from '../checks/check-actions.ts';
import { type CheckLink, formUri, readLinkToken } from '../checks/check-links.ts';
import { type LockedCheck, withOpenForm } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { candidateMailbox, emailTo, queueEmail } from '../emails/email-actions.ts';
import { lapsingFacts } from '../facts/facts.ts';
import { forgetCodes, hashToken, keepSessionAlive } from '../mailed-links/access-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { awaitCertificates } from './awaited-certificate-actions.ts';
import { type Agreed, consentAnswer, consentText } from './consent.ts';
import { documentsPageId, lacksDocuments, missingInMail } from './document-actions.ts';
import { type AnswerRow, findAnswers, upsertAnswer } from './form-answer-store.ts';
import type { Answer, PageId, Typed } from './form-page.ts';
import { draftFacts, formScope, formStandings, nextPage, pageOfForm, type SavedAnswers } from './form-page-rules.ts';
import { atPlace } from './form-place-rules.ts';
import { type FormRow, findForm } from './form-queries.ts';
import { type FormFront, type OpenForm, typistCaller } from './open-form.ts';
import { keepsSent } from './sent-answer-rules.ts';
import { isTypistThere } from './typist-queries.ts';

/** The form is there to be filled in, or was sent. */
const isAnswered = ({ status, form_completed_at: completedAt }: FormRow): boolean =>
  status === 'awaiting_applicant' || completedAt !== null;

function frontOf(ctx: Ctx, link: CheckLink, row: FormRow): FormFront {
  const caller: Caller & OrderScope = {
    subsidiaryIds: null,
    accountId: link.accountId,
    environment: link.environment,
    actor: 'candidate',
    clockOffsetSeconds: row.clock_offset_seconds,
  };
  const reports = row.report_type_ids.flatMap((id, at) => {
    const type = reportTypeById(id);
    return type === undefined ? [] : { type, plan: row.monitors[at]!, isAdded: row.are_added[at]! };
  });
  const ordered = reports.map(({ type }) => type);
  const partOf = (some: typeof reports) => {
    const types = some.map(({ type }) => type);
    return {
      types,
      monitored: some.flatMap(({ type, plan }) => (plan === null ? [] : { type, plan })),
      scope: formScope(types, row.activity_years, todayFor(ctx, caller), ordered),
    };
  };
  const added = reports.filter(({ isAdded }) => isAdded);
  const sent = partOf(reports.filter(({ isAdded }) => !isAdded));
  const { added_query_id: queryId } = row;
  return {
    link,
    caller,
    accountName: row.account_name,
    eraseAfterDays: row.erase_after_days,
    neverHiredDays: row.never_hired_days,
    keepsStaff: row.keeps_staff,
    clientWords: { consent: row.consent_words ?? '', privacyNotice: row.privacy_notice ?? '' },
    wantsDocumentsFirst: row.wants_documents_first,
    language: row.offers_welsh ? row.language : null,
    status: row.status,
    isSubmitted: row.form_completed_at !== null,
    isOpen: row.sealed_key !== null && (isAnswered(row) || !isOngoing(row.status)),
    erased: row.erased_at === null ? undefined : { at: row.erased_at, isAsked: row.asked_erasure },
    openQueries: row.open_queries,
    isRepeated: row.is_repeated && row.pages.length > 0,
    isReplaced: (link.generation ?? 0) < row.form_link_generation,
    addition: queryId === null || added.length === 0 ? undefined : { queryId, ...partOf(added) },
    ...partOf(reports),
    sentScope: sent.scope,
    sentTypes: sent.types,
  };
}

/** What the form asks, and asked when it was sent, by the place that its order names. */
const scopesOf = (front: FormFront, order: Order): Pick<FormFront, 'scope' | 'sentScope'> => ({
  scope: atPlace(front.scope, front.types, order),
  sentScope: atPlace(front.sentScope, front.sentTypes, order),
});

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
  if (row.typed_by !== null && !(await mayStillType(ctx, link, row.applicant_id, row.typed_by)))
    return { front, form: undefined };
  const key = await keyOf(ctx, link, row);
  const order = openOrder(key, link.checkId, row.sealed_order);
  const form: OpenForm = {
    ...front,
    ...scopesOf(front, order),
    orderId: row.order_id,
    applicantId: row.applicant_id,
    key,
    order,
    saved: openAnswers(key, link.checkId, answersIn(row)),
    consentPage: 'consent',
    typist: typistOf(row),
    isProlonged: await keepSessionAlive(ctx, link, {
      subjectId: link.checkId,
      tokenHash,
      endsAt: row.session_expires_at,
    }),
  };
  return { front, form };
}

/** They are there, and nobody has restricted the candidate since they began. */
const mayStillType = async (ctx: Ctx, link: CheckLink, applicantId: string, userId: string): Promise<boolean> =>
  (await isTypistThere(ctx.db, link.accountId, userId, ctx.now())) && !(await isRestricted(ctx.db, link, applicantId));

const typistOf = ({ typed_by: userId, typed_from: from, typist_name: name }: FormRow): OpenForm['typist'] =>
  userId === null || from === null || name === null ? undefined : { userId, from, name };

export const answerAad = (checkId: string, page: string) => `form_answers.answer ${checkId} ${page}`;

type SealedAnswer = Pick<AnswerRow, 'page' | 'version' | 'sealed_answer'>;

const answersIn = ({ pages, versions, sealed_answers }: FormRow): SealedAnswer[] =>
  pages.map((page, at) => ({ page, version: versions[at]!, sealed_answer: sealed_answers[at]! }));

function openAnswers(key: DataKey, checkId: string, rows: readonly SealedAnswer[]): SavedAnswers {
  const open = ({ page, version, sealed_answer }: SealedAnswer) => ({
    version,
    answer: key.open<Answer>(answerAad(checkId, page), sealed_answer),
  });
  return new Map(rows.map((row) => [row.page as PageId, open(row)]));
}

/** Whether the candidate answered anything that a repeated form takes over: not the consent, nor what they did not have. */
export const hasAnswers = async (tx: Pick<Ctx, 'db'>, by: Caller, checkId: string): Promise<boolean> =>
  (await findAnswers(tx.db, by, checkId)).some(({ page }) => page !== documentsPageId && !page.startsWith('consent'));

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
    const asked = pageOfForm(scope, page);
    const isAnew = asked?.kind === 'list' && asked.fact.lapses === true;
    if (asked === undefined || asked.kind === 'consent' || isAnew) continue;
    const kept = Object.fromEntries(Object.entries(answer).filter(([name]) => !lapsingFacts.includes(name)));
    const sealedAnswer = key.seal(answerAad(to.id, page), kept);
    const savedAt = timeFor(tx, caller);
    await upsertAnswer(tx.db, caller, { checkId: to.id, page, seenVersion: 0, sealedAnswer, savedAt });
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

/** The consent that the candidate has given so far is not enough any more: it is asked anew. */
export async function forgetConsent(tx: Ctx, caller: Caller, form: OpenForm): Promise<void> {
  const known = form.saved.get('consent');
  if (known === undefined) return;
  const { checkId } = form.link;
  await upsertAnswer(tx.db, caller, {
    checkId,
    page: form.consentPage,
    seenVersion: known.version,
    sealedAnswer: form.key.seal(answerAad(checkId, form.consentPage), {}),
    savedAt: timeFor(tx, caller),
  });
}

/** The form of a check that is locked, for an action on its order. */
export async function readForm(tx: Ctx, { check, key }: LockedCheck): Promise<OpenForm> {
  const link = { ...check.tenant, checkId: check.id, generation: check.formLinkGeneration };
  const row = (await findForm(tx.db, check.tenant, check.id, null, tx.now()))!;
  const saved = openAnswers(key, check.id, answersIn(row));
  const { orderId, applicantId, order } = check;
  const front = frontOf(tx, link, row);
  const scopes = scopesOf(front, order);
  const device = { isProlonged: false, typist: undefined };
  return { ...front, ...scopes, ...device, orderId, applicantId, key, order, saved, consentPage: 'consent' };
}

/** As far as it is filled in, with when that was; undefined if there is none, or the person was erased. */
export async function findFilledForm(ctx: Ctx, tenant: Tenant, checkId: string) {
  const row = await findForm(ctx.db, tenant, checkId, null, ctx.now());
  if (row === undefined || row.sealed_key === null) return undefined;
  const link = { accountId: tenant.accountId, environment: tenant.environment, checkId, generation: 0 };
  const key = await keyOf(ctx, link, row);
  const order = openOrder(key, checkId, row.sealed_order);
  const { scope } = scopesOf(frontOf(ctx, link, row), order);
  return { order, scope, saved: openAnswers(key, checkId, answersIn(row)), lastSavedAt: row.last_saved_at };
}

export const formFacts = (form: OpenForm) => draftFacts(form.order.facts, form.scope, form.saved);

export type SaveOutcome = 'saved' | 'changed_elsewhere';

/** In the form of what was added, what was sent before stays as it is. */
function refuseChangeOfSent(form: OpenForm, id: PageId, answer: Answer): void {
  const { scope } = form;
  if (scope.sent === undefined) return;
  const page = pageOfForm(scope, id);
  if (page === undefined || !keepsSent(page, answer, scope.today)) throw stateRefusal(form.status);
}

/**
 * Saves the answer of one page. `changed_elsewhere`: another device saved a different answer since `seenVersion`. Refuses
 * with `state_does_not_allow` one that changes what complete reports rest on, and with `not_found` a page that the form
 * does not have. @param agreed how the candidate agreed, where somebody types for them
 */
export async function saveAnswer(
  ctx: Ctx,
  form: OpenForm,
  page: PageId,
  {
    answer: sent,
    seenVersion,
    agreed,
  }: { readonly answer: Answer; readonly seenVersion: number; readonly agreed?: Agreed },
): Promise<SaveOutcome> {
  // Nobody but the candidate agrees: without how they did, who types for them saves no consent.
  if (page === 'consent' && form.typist !== undefined && agreed === undefined) throw new Refusal('not_permitted');
  const answer = page === 'consent' ? consentAnswer(sent as Typed, consentText(form), agreed) : sent;
  refuseChangeOfSent(form, page, answer);
  if (page !== documentsPageId && pageOfForm(form.scope, page) === undefined) throw new Refusal('not_found');
  const known = form.saved.get(page);
  // Saving the same answer again, such as a form sent twice, is no conflict.
  if (known !== undefined && isDeepStrictEqual(known.answer, answer)) return 'saved';
  const { checkId } = form.link;
  const kept = page === 'consent' ? form.consentPage : page;
  const saved = await upsertAnswer(ctx.db, form.caller, {
    checkId,
    page: kept,
    seenVersion,
    sealedAnswer: form.key.seal(answerAad(checkId, kept), answer),
    savedAt: timeFor(ctx, form.caller),
    typist: form.typist,
  });
  return saved ? 'saved' : 'changed_elsewhere';
}

/** Grows with every save of any page; identifies the answers that a device has shown. */
export const versionOf = (saved: SavedAnswers): number =>
  [...saved.values()].reduce((sum, { version }) => sum + version, 0);

/** Confirms the form to the candidate, with the link to what becomes of it. */
async function mailSent(tx: Ctx, form: OpenForm, check: Check): Promise<void> {
  const { caller, applicantId, key, link } = form;
  const to = candidateMailbox(check.order.facts);
  const missing = await missingInMail(tx, form, check);
  const uri = await formUri(tx, { ...link, generation: check.formLinkGeneration });
  const values = { candidateName: to.name, order: `VF${check.orderId}`, formUri: uri, missing };
  await queueEmail(tx, emailTo(tx, caller, { id: applicantId, key, checkId: check.id }, 'form_sent', { to, values }));
}

/** Who sends a form: the candidate, or who types for them. */
export const senderOf = ({ caller, typist }: OpenForm): OpenForm['caller'] =>
  typist === undefined ? caller : typistCaller(caller, typist);

export type SubmitOutcome = 'submitted' | 'incomplete' | 'changed_elsewhere';

/** Whether the answers can be sent that the candidate saw at `seenVersion`; undefined if they can. */
export function refusedAnswers(form: OpenForm, seenVersion: number): Exclude<SubmitOutcome, 'submitted'> | undefined {
  if (versionOf(form.saved) !== seenVersion) return 'changed_elsewhere';
  const isOpen = nextPage(formStandings(form.order.facts, form.scope, form.saved), 'consent') !== undefined;
  return isOpen ? 'incomplete' : undefined;
}

const typeIdsOf = ({ types }: Pick<FormFront, 'types'>) => types.map(({ id }) => id).join();

/** Otherwise something was added, or closed, since a form was opened. */
export const areSameTypes = (one: Pick<FormFront, 'types'>, other: Pick<FormFront, 'types'>): boolean =>
  typeIdsOf(one) === typeIdsOf(other);

/** Submits the answers that the candidate saw at `seenVersion`. Submitting again changes nothing. */
export function submitForm(ctx: Ctx, opened: OpenForm, seenVersion: number): Promise<SubmitOutcome> {
  const { checkId } = opened.link;
  return withOpenForm(ctx, senderOf(opened), checkId, async (tx, check, submit) => {
    if (check.status !== 'awaiting_applicant') {
      if (check.formCompletedAt !== null) return 'submitted';
      throw stateRefusal(check.status);
    }
    // Locked now: an answer may have been saved elsewhere, or a report added.
    const form = { ...(await readForm(tx, { check, key: opened.key })), typist: opened.typist };
    if (!areSameTypes(form, opened)) return 'changed_elsewhere';
    const refused = refusedAnswers(form, seenVersion);
    if (refused !== undefined) return refused;
    if (await lacksDocuments(tx, form)) return 'incomplete';
    const submitted = await submit(draftFacts(form.order.facts, form.scope, form.saved));
    await awaitCertificates(tx, form, { check: submitted, key: opened.key });
    await mailSent(tx, form, submitted);
    await forgetCodes(tx, opened.caller, checkId);
    return 'submitted';
  });
}
