// Withdraws an order, and corrects how its candidate is called and reached, before and after they submitted the form.
import { type Caller, type Ctx, type OrderScope, timeFor, todayFor } from '../../context.ts';
import { type EmailFault, emailFaults } from '../../lib/email-addresses.ts';
import { Problems, Refusal, stateRefusal } from '../../lib/refusal.ts';
import { isWithdrawalReason } from '../../messages/en-withdrawals.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { countAttempts } from '../../platform/db/attempt-counts.ts';
import { demand, mayDo, type Permission } from '../access/permissions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { emailTerms } from '../applicants/search-key-rules.ts';
import type { Check } from '../checks/check.ts';
import { invitation } from '../checks/check-invitation-actions.ts';
import { formUri } from '../checks/check-links.ts';
import { closeLocked, type LockedCheck, withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { domainRegistration } from '../checks/email-domain-actions.ts';
import { plannedDay } from '../checks/form-day-actions.ts';
import { replaceOrderFacts } from '../checks/order-facts-actions.ts';
import { findOwnedOrders } from '../checks/order-owner-queries.ts';
import { listDeadlines } from '../deadlines/deadline-actions.ts';
import { candidateMailbox, emailTo, queueEmail } from '../emails/email-actions.ts';
import { readdressEmails } from '../emails/readdress-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { factKeyOf } from '../facts/fact-paths.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { isTelephoneNumber } from '../facts/person-fact-rules.ts';
import { forgetHolder } from '../mailed-links/access-actions.ts';
import { allFindings, askedBy, findingsOf } from '../requirements/requirement-rules.ts';
import { correctAnswers } from './answer-correction-actions.ts';
import { hasOtherHolder, replaceFormLink } from './form-access-store.ts';
import { hasAnswers } from './form-actions.ts';
import { freshLinkMail } from './fresh-link-mail.ts';
import type { OpenForm } from './open-form.ts';

type OwnForm = Pick<OpenForm, 'caller' | 'link'>;

const isAwaited = ({ status }: Pick<Check, 'status'>) => status === 'awaiting_applicant';

/** Whether the address of a candidate whose form is not awaited any more, or who never had one, can be corrected. */
export const takesEmail = ({ status }: Pick<Check, 'status'>): boolean => isOngoing(status) && !isAwaited({ status });

/** A client withdraws the whole of a submitted order, as its program can. The desk closes the order report by report. */
const neededToWithdraw = (check: Pick<Check, 'status'>): Permission =>
  isAwaited(check) ? 'amend_orders' : 'order_checks';

export const mayWithdraw = (user: { readonly permissions: readonly string[] }, check: Pick<Check, 'status'>): boolean =>
  isOngoing(check.status) && mayDo(user, neededToWithdraw(check));

/**
 * Withdraws an order; reports that are complete stay. Refuses with `state_does_not_allow` one that has ended, and one whose
 * form was submitted after the user read what withdrawing it means; with `invalid_fields` (because) no known reason.
 * @param seen whether the form was awaited then
 */
export async function withdrawOrder(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  seen: { readonly isAwaited: boolean; readonly because: unknown },
): Promise<void> {
  demand(caller, 'amend_orders');
  const { because } = seen;
  if (!isWithdrawalReason(because))
    throw new Refusal('invalid_fields', { because: ['Choose why the order is withdrawn'] });
  await withLockedApplicantAndCheck(
    ctx,
    caller,
    checkId,
    (tx, locked) => {
      if (isAwaited(locked.check) !== seen.isAwaited) throw stateRefusal(locked.check.status);
      demand(caller, neededToWithdraw(locked.check));
      return closeLocked(tx, caller, locked, 'withdraw', because);
    },
    { restrictedToo: true },
  );
}

/** What a refusal says of one order while others are withdrawn. */
const leavesOne = new Set(['state_does_not_allow', 'not_permitted', 'not_found']);

/**
 * Withdraws each as `withdrawOrder` does, in a transaction of its own, so that one that cannot be withdrawn leaves the others.
 * Refuses with `invalid_fields` (because) no known reason, before the first is withdrawn.
 * @param seen of those whose form was awaited when the user read what withdrawing means
 * @returns those that stay as they are
 */
export async function withdrawOrders(
  ctx: Ctx,
  caller: Caller & OrderScope,
  checkIds: readonly string[],
  seen: { readonly awaited: ReadonlySet<string>; readonly because: unknown },
): Promise<string[]> {
  demand(caller, 'amend_orders');
  const seenIds = new Set((await findOwnedOrders(ctx.db, caller, checkIds)).map(({ id }) => id));
  const left: string[] = [];
  for (const id of checkIds) {
    try {
      if (!seenIds.has(id)) throw new Refusal('not_found');
      await withdrawOrder(ctx, caller, id, { isAwaited: seen.awaited.has(id), because: seen.because });
    } catch (error) {
      if (!(error instanceof Refusal && leavesOne.has(error.reason))) throw error;
      left.push(id);
    }
  }
  return left;
}

async function emailProblems(ctx: Ctx, caller: Caller, email: string): Promise<Problems> {
  const problems = new Problems();
  const faults: (EmailFault | { code: 'missing' })[] = email === '' ? [{ code: 'missing' }] : emailFaults(email);
  for (const fault of faults) problems.add('email', apiSentence(fault));
  // The domain is looked up outside of the transaction.
  if (faults.length === 0 && (await domainRegistration(ctx, caller, email)) === 'unregistered')
    problems.add('email', apiSentence({ code: 'domain_not_registered' }));
  return problems;
}

/** Days after a complete order in which the address is still taken for that of its candidate. */
const HOLDER_DAYS = 90;

/** The mail with the new link: to the form while it is awaited, to the candidate’s own page once it was sent. */
async function linkMail(
  tx: Ctx,
  caller: Caller,
  { check, key }: LockedCheck,
  facts: ApplicantFacts,
  generation: number,
) {
  const { id: checkId, applicantId: id, reports, activityYears } = check;
  if (!isAwaited(check)) {
    // By mail alone: who opens it confirms the address.
    const { name, address } = candidateMailbox(facts);
    const to = { name, address };
    const link = await formUri(tx, { ...caller, checkId, generation });
    const values = freshLinkMail(check, 'address_changed', { candidateName: name, formUri: link });
    return emailTo(tx, caller, { id, key, checkId }, 'form_link', { to, values });
  }
  const deadlines = await listDeadlines(tx, caller, checkId);
  const again = { isRenewal: false, isFilledIn: await hasAnswers(tx, caller, checkId) };
  const startsOn = await plannedDay(tx, caller, checkId);
  const invited = { checkId, generation, activityYears, reports, deadlines, startsOn, again };
  return invitation(tx, caller, { id, key, facts }, invited);
}

/** What the order form asks of a person besides the email address. */
export type PersonDetails = Pick<ApplicantFacts, 'first_name' | 'last_name' | 'has_one_name' | 'dob' | 'mobile'>;

interface GivenEmail {
  readonly email: string;
  readonly isShared?: boolean;
  /** At the desk, which corrects what a candidate stated. */
  readonly isAfterForm?: boolean;
  /** Until the candidate has opened the form, where they correct it themselves. */
  readonly person?: PersonDetails | undefined;
}

/** Whether who ordered may still say who the candidate is. */
export const takesDetails = ({ status, formOpenedAt }: Pick<Check, 'status' | 'formOpenedAt'>): boolean =>
  isAwaited({ status }) && formOpenedAt === null;

const detailKeys = ['first_name', 'last_name', 'has_one_name', 'dob', 'mobile'] as const;

/** The problems of an order form with these facts, by fact. */
function personProblems(ctx: Ctx, caller: Caller, facts: ApplicantFacts): Problems {
  const problems = new Problems();
  const subject = { facts, job: null, today: todayFor(ctx, caller), nameForm: 'papers' } as const;
  const asked = askedBy(['name', 'date_of_birth']);
  const found = [
    ...allFindings(asked, subject, 'placed'),
    // A program may leave the day of birth to the candidate; who corrects it writes one.
    ...askedBy(['date_of_birth']).flatMap((one) => findingsOf(one, subject)),
  ].filter(({ at }) => (detailKeys as readonly string[]).includes(factKeyOf(at)));
  for (const finding of found) {
    const said = apiSentence(finding);
    if (!(problems.fields[factKeyOf(finding.at)] ?? []).includes(said)) problems.add(factKeyOf(finding.at), said);
  }
  if (facts.mobile !== null && !isTelephoneNumber(facts.mobile))
    problems.add('mobile', apiSentence({ code: 'telephone_form' }));
  return problems;
}

/**
 * Corrects the details of the candidate, and the address as `correctEmail` does. Refuses with `invalid_fields` by fact what no
 * order could be placed with, under `opened` all but the address once the candidate has opened the form, and under `unchanged`
 * what stands there already. Returns whether a new link was mailed.
 */
export async function correctDetails(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { email, isShared = false, person }: GivenEmail,
): Promise<boolean> {
  demand(caller, 'amend_orders');
  return replaceEmail(ctx, caller, checkId, { email, person }, async (tx, { check }) => {
    if (!isAwaited(check)) throw stateRefusal(check.status);
    if (person !== undefined) {
      if (!takesDetails(check)) throw new Refusal('invalid_fields', { opened: ['was opened'] });
      personProblems(tx, caller, { ...check.order.facts, ...person }).refuse('invalid_fields');
    }
    if (email !== check.order.facts.email) await refuseOtherHolder(tx, caller, check.applicantId, { email, isShared });
  });
}

async function refuseOtherHolder(
  tx: Ctx,
  caller: Caller,
  applicantId: string,
  { email, isShared }: { readonly email: string; readonly isShared: boolean },
): Promise<void> {
  const since = new Date(timeFor(tx, caller).getTime() - HOLDER_DAYS * 86_400_000);
  const [emailKey] = searchKeys(await tx.keys.forAccount(caller.accountId), caller, emailTerms(email));
  if (!isShared && (await hasOtherHolder(tx.db, caller, emailKey!, { applicantId, since })))
    throw new Refusal('invalid_fields', { shared: ['is the address of another candidate'] });
}

/**
 * Corrects the address and mails a new link to it; every earlier link stops working at once. Answers that were saved
 * stay. Nothing is mailed to a candidate who never had a form. Refuses with `invalid_fields` an address to which no order
 * could be placed, and under `shared` one that another candidate has, unless the caller says that it is shared: a slip
 * would show the form of one to the other.
 */
export async function correctEmail(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { email, isShared = false, isAfterForm = false }: GivenEmail,
): Promise<void> {
  demand(caller, isAfterForm ? 'record_outcomes' : 'amend_orders');
  await replaceEmail(ctx, caller, checkId, { email }, async (tx, { check }) => {
    if (!(isAfterForm ? takesEmail : isAwaited)(check)) throw stateRefusal(check.status);
    await refuseOtherHolder(tx, caller, check.applicantId, { email, isShared });
  });
}

/** Each sends mails to an address that somebody typed. */
const OWN_CHANGES_PER_DAY = 5;

/**
 * Changes the address of a candidate behind their code, as `correctEmail`, and tells the earlier address. Whether another
 * candidate has the new address they do not learn. Refuses with `rate_limited` too many in a day, and with
 * `state_does_not_allow` once the check is over.
 */
export async function changeOwnEmail(ctx: Ctx, { caller, link: { checkId } }: OwnForm, email: string): Promise<void> {
  const now = ctx.now();
  const window = { now, windowStart: new Date(now.getTime() - 86_400_000) };
  const [changes = 0] = await countAttempts(ctx.db, 'link_guesses', [`own email ${checkId}`], window);
  if (changes > OWN_CHANGES_PER_DAY) throw new Refusal('rate_limited');
  await replaceEmail(ctx, caller, checkId, { email }, async (tx, { check, key }) => {
    if (!isOngoing(check.status)) throw stateRefusal(check.status);
    const to = candidateMailbox(check.order.facts);
    const about = { id: check.applicantId, key, checkId };
    await queueEmail(tx, emailTo(tx, caller, about, 'email_changed', { to, values: { candidateName: to.name } }));
  });
}

/** @param judge refuses what may not be changed, once the check is locked */
async function replaceEmail(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { email, person }: Pick<GivenEmail, 'email' | 'person'>,
  judge: (tx: Ctx, locked: LockedCheck) => Promise<void>,
): Promise<boolean> {
  (await emailProblems(ctx, caller, email)).refuse('invalid_fields');
  return withLockedApplicantAndCheck(ctx, caller, checkId, async (tx, locked) => {
    await judge(tx, locked);
    const { check } = locked;
    const { applicantId: id, order } = check;
    const facts = { ...order.facts, ...person, email };
    const about = { resourceId: checkId, applicantId: id, checkId, status: check.status };
    const changed = detailKeys.filter((name) => (facts[name] ?? '') !== (order.facts[name] ?? ''));
    const isReached = person !== undefined && email === order.facts.email && !changed.includes('mobile');
    if (isReached && changed.length === 0) throw new Refusal('invalid_fields', { unchanged: ['is as it was'] });
    await replaceOrderFacts(tx, caller, locked, facts);
    if (changed.length > 0) {
      await correctAnswers(tx, locked, facts, changed);
      await storeEvents(tx, caller, [
        { type: 'check.details_corrected', ...about, detail: { fields: changed.join(' ') } },
      ]);
    }
    // Whoever had the mail or the text message with the link is the candidate.
    if (isReached) return false;
    // A fresh link carries the next generation: the earlier address may have it already.
    const generation = check.formLinkGeneration + 2;
    await replaceFormLink(tx.db, caller, checkId, generation);
    await forgetHolder(tx, caller, checkId);
    const to = candidateMailbox(facts);
    const link = await formUri(tx, { ...caller, checkId, generation });
    await readdressEmails(tx, caller, { checkId, key: locked.key, to, formUri: link });
    if (isAwaited(check) || check.formCompletedAt !== null)
      await queueEmail(tx, await linkMail(tx, caller, locked, facts, generation));
    if (person === undefined || email !== order.facts.email)
      await storeEvents(tx, caller, [{ type: 'check.email_corrected', ...about }]);
    return true;
  });
}
