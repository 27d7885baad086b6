// Simulates two months of the demo: candidates, clients and screeners act in the order of their times, through the
// actions that people use.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Ctx, inTransaction } from '../context.ts';
import { scopeOf } from '../features/access/scope-rules.ts';
import { createApplicant, listApplicants } from '../features/applicants/applicant-actions.ts';
import { offerAppointment } from '../features/appointments/appointment-actions.ts';
import { attachFile } from '../features/attachments/attachment-actions.ts';
import { prefilled } from '../features/candidate-form/answer-rules.ts';
import { asksCriminalRecord, CONSENT_WORDING } from '../features/candidate-form/consent.ts';
import { formLink } from '../features/candidate-form/form-access-actions.ts';
import { openFormLink, saveAnswer, submitForm, versionOf } from '../features/candidate-form/form-actions.ts';
import type { Answer, FormScope } from '../features/candidate-form/form-page.ts';
import { askedPages } from '../features/candidate-form/form-page-rules.ts';
import { claimReport } from '../features/cases/claim-actions.ts';
import { addNote } from '../features/cases/note-actions.ts';
import {
  confirmSeenIdentity,
  correctReport,
  openReport,
  screenReport,
  sendBack,
} from '../features/cases/screening-actions.ts';
import type { Check } from '../features/checks/check.ts';
import { linkToken } from '../features/checks/check-links.ts';
import { createCheck } from '../features/checks/check-placing-actions.ts';
import { closeCheck } from '../features/checks/check-progress-actions.ts';
import { namedReports } from '../features/checks/ordered-report-rules.ts';
import { commentAsClient } from '../features/comments/comment-actions.ts';
import { afterWorkingDays } from '../features/deadlines/deadline-schedule.ts';
import { listEmails } from '../features/emails/email-actions.ts';
import { enterCode, sendCode } from '../features/mailed-links/access-actions.ts';
import { recordAnswer, sendQuery } from '../features/queries/query-actions.ts';
import { recordResultsReads } from '../features/results/results-reads.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { createCountedBatches } from '../platform/db/counted-batches.ts';
import { openProcessLock } from '../platform/db/process-lock.ts';
import { createIds } from '../platform/encryption/ids.ts';
import { createMail } from '../platform/mail.ts';
import { clientOf, type DemoAccount, type DemoPeople, demoPeopleOf, subsidiaryOf } from './demo-accounts.ts';
import {
  type DemoCandidate,
  type DemoQuery,
  demoAnswer,
  demoAppointment,
  demoCandidates,
  demoNote,
  demoQueries,
  demoReasons,
  factsAnswered,
  factsGiven,
  orders,
  outcomeOf,
  permissionEndOf,
  type Verdict,
} from './demo-candidates.ts';
import { comparePerson, followResults, planStart, startConditionally } from './demo-decisions.ts';
import { issueDemoInvoices } from './demo-invoices.ts';
import { monitor } from './demo-monitoring.ts';
import { recordNotifications, registerReceivers } from './demo-notifications.ts';
import { makeOrderLink } from './demo-order-link.ts';
import { runProgramme } from './demo-quality.ts';
import { fillQueue, makeRules } from './demo-queue.ts';
import { answerReference, askEmployers, demoComment, reportDemoProblem } from './demo-references.ts';
import { recordSecurityWeek, recordSmallBreach } from './demo-security-events.ts';
import { uploadSpreadsheet } from './demo-spreadsheet.ts';
import { bringInStaff } from './demo-staff.ts';
import { sendOutDemo } from './demo-suppliers.ts';
import { verifyHistory } from './demo-verifications.ts';

const HOUR_MS = 3_600_000;

/** The steps of one order. Each yielded number says how many hours after the order the next step happens. */
type Steps = AsyncGenerator<number, void>;

interface World extends Pick<DemoPeople, 'screener' | 'reviewer'> {
  readonly ctx: Ctx;
  readonly account: DemoAccount;
}

/**
 * A context in the past that makes no outgoing request: no domain is looked up, no mail is sent, and PDFs are made at
 * their first reading.
 */
function pastContext(tx: Ctx, now: () => Date): Ctx {
  return {
    ...tx,
    now,
    newId: createIds(() => now().getTime()),
    settings: { ...tx.settings, emailDomainCheck: 'off' },
    mail: createMail({ url: undefined, from: '' }),
    jobs: { add: async () => undefined, addEach: async () => undefined },
  };
}

function namedReport(text: string) {
  const [name = '', variant = null] = text.split(':');
  return { name, variant, options: [] };
}

async function order({ ctx, account }: World, candidate: DemoCandidate): Promise<Check> {
  const client = { ...clientOf(account), ...scopeOf(subsidiaryOf(account, demoCandidates.indexOf(candidate))) };
  const applicant = await createApplicant(ctx, client, factsGiven(candidate));
  const check = await createCheck(ctx, client, applicant.id, {
    reports: namedReports(
      orders[candidate.order].map((text) => ({
        ...namedReport(text),
        monitor: text === candidate.monitored?.report ? candidate.monitored.plan : null,
      })),
    ),
    criminalDetails: {
      ...{ job_role: 'Care assistant', purpose: 'employment', place_of_work: 'England', employer_name: account.name },
      ...{ employment_sector: 'NHS', JobRoleId: account.jobRoleId },
    },
    tags: [`PO-${1000 + Math.round(candidate.daysAgo * 10)}`],
    activityYears: candidate.order === 'history' ? 10 : null,
    redirectUri: null,
    consider: [],
    orderedByUserId: account.userId,
  });
  await planStart(ctx, client, check, candidate);
  return check;
}

/** The candidate signs in with the link and the code of the mails. */
async function signIn({ ctx }: World, { tenant, id }: Check) {
  const token = await linkToken(ctx, 'form', { ...tenant, checkId: id });
  const { front } = await openFormLink(ctx, token, undefined);
  await sendCode(ctx, formLink(front));
  const [mail] = await listEmails(ctx, tenant, 1);
  const entered = await enterCode(ctx, formLink(front), /\b\d{4} \d{4} \d{4}\b/.exec(mail!.text)![0]);
  if (entered.is !== 'right') throw new Error(`the code of the demo is ${entered.is}`);
  return async () => (await openFormLink(ctx, token, entered.sessionToken)).form!;
}

/** Answers that are not facts of the candidate. */
const otherAnswers = (scope: FormScope): Readonly<Record<string, Answer>> => ({
  'previous-names': { name_is_from_birth: 'yes' },
  consent: { agrees: 'yes', criminal_record: asksCriminalRecord(scope) ? 'yes' : '', wording: CONSENT_WORDING },
});

const passport = readFileSync(join(import.meta.dirname, 'demo-passport.jpg'));

async function* fillIn(world: World, check: Check, candidate: DemoCandidate): Steps {
  const { ctx } = world;
  const form = await signIn(world, check);
  if (candidate.stage === 'form_opened') return;
  const facts = factsAnswered(candidate, demoCandidates.indexOf(candidate));
  const opened = await form();
  const pages = askedPages(opened.scope);
  const others = otherAnswers(opened.scope);
  const answered = candidate.stage === 'half_filled_in' ? Math.ceil(pages.length / 2) : pages.length;
  for (const [index, page] of pages.slice(0, answered).entries()) {
    yield 3 + 0.03 * (index + 1);
    await saveAnswer(ctx, opened, page.id, {
      answer: others[page.id] ?? prefilled(page, facts, opened.scope.today),
      seenVersion: 0,
    });
  }
  if (candidate.stage === 'half_filled_in') return;
  if (orders[candidate.order].some((name) => name === 'right_to_work')) {
    const content = Readable.from([passport]);
    const file = { fileToken: ctx.newId(), fileName: 'passport.jpg', description: 'Passport, the page with the photo' };
    await attachFile(ctx, opened.caller, { ...file, orderId: check.orderId, content });
  }
  yield 3.6;
  const filledIn = await form();
  const outcome = await submitForm(ctx, filledIn, versionOf(filledIn.saved));
  if (outcome !== 'submitted') throw new Error(`the form of the demo is ${outcome}`);
}

/** Hours after the order at which a screener works on each report in turn. */
const screenedAfter = [7, 25, 29, 49] as const;

async function* screen(world: World, check: Check, candidate: DemoCandidate): Steps {
  const { ctx, account, reviewer } = world;
  const { stage } = candidate;
  // What nobody approves is completed by both people of the desk; the reviewer is in training for histories.
  const isOfReviewer =
    stage === 'clear' && candidate.order !== 'history' && demoCandidates.indexOf(candidate) % 3 === 0;
  const screener = isOfReviewer ? reviewer : world.screener;
  const endsOn = permissionEndOf(candidate, ukDateOf(check.createdAt));
  const last = check.reports.length - 1;
  await comparePerson(ctx, clientOf(account), check, candidate);
  for (const [index, report] of check.reports.entries()) {
    yield screenedAfter[index]!;
    await claimReport(ctx, screener, report.id);
    const entries = ['activities-0', 'activities-1'];
    const { caller } = await verifyHistory(ctx, await openReport(ctx, screener, report.id), entries);
    if (index === 0) await addNote(ctx, screener, { ...demoNote, reportId: report.id });
    const ask = ([kind, text, addressee]: DemoQuery) => {
      const dueOn = ukDateOf(afterWorkingDays(ctx.now(), 6, ctx.calendar()));
      return sendQuery(ctx, caller, { checkId: check.id, reportId: report.id }, { addressee, kind, text, dueOn });
    };
    if (report.variant === 'enhanced') await confirmSeenIdentity(ctx, screener, report.id);
    const complete = (verdict: Verdict, by: World['screener']) =>
      screenReport(ctx, by, report.id, {
        ...{ move: 'complete', outcome: outcomeOf(report, verdict, endsOn) },
        otherThanRules: demoReasons.otherThanRules,
      });
    if (index === 0 && stage === 'in_progress') {
      const queryId = await ask(demoQueries.answered);
      yield screenedAfter[index]! + 5;
      await recordAnswer(ctx, caller, { checkId: check.id, queryId }, demoAnswer);
    }
    if (index < last) {
      await complete('clear', screener);
      if (stage === 'in_progress') return;
    } else if (stage === 'paused') {
      await ask(account.name.startsWith('Demo') ? demoQueries.client : demoQueries.candidate);
      const day = ukDateOf(afterWorkingDays(ctx.now(), 25, ctx.calendar()));
      const offer = { ...demoAppointment, times: [`${day}T10:15`] };
      await offerAppointment(ctx, caller, { checkId: check.id, reportId: report.id }, offer);
    } else if (stage === 'withdrawn') {
      await closeCheck(ctx, clientOf(account), check.id, 'withdraw');
    } else if (stage === 'clear' || stage === 'reopened') {
      await complete('clear', screener);
      if (stage === 'clear') return;
      yield 50;
      await correctReport(ctx, reviewer, report.id, demoReasons.reopened);
    } else {
      const verdict = ['awaiting_approval', 'sent_back', 'corrected'].includes(stage) ? 'consider' : (stage as Verdict);
      // A reviewer makes it worse.
      const proposed = stage === 'red' ? 'consider' : verdict;
      await screenReport(ctx, screener, report.id, {
        move: 'await_approval',
        outcome: outcomeOf(report, proposed, endsOn),
        otherThanRules: demoReasons.otherThanRules,
      });
      if (stage === 'awaiting_approval') return;
      yield screenedAfter[index]! + 3;
      await openReport(ctx, reviewer, report.id);
      if (stage === 'sent_back') {
        await sendBack(ctx, reviewer, report.id, demoReasons.sentBack);
        return;
      }
      await complete(verdict, reviewer);
      // Who changed it does not approve it.
      if (proposed !== verdict) await complete(verdict, screener);
      if (stage !== 'corrected') return;
      yield 56;
      await correctReport(ctx, reviewer, report.id, demoReasons.corrected);
      await complete('clear', screener);
      await complete('clear', reviewer);
    }
  }
}

/** The client reads the results. */
async function readResults({ ctx, account }: World, { id, applicantId }: Check): Promise<void> {
  // In the transaction of the demo: others do not see its accounts yet.
  const batches = createCountedBatches(ctx);
  recordResultsReads({ ...ctx, batches }, clientOf(account), [{ checkId: id, applicantId }]);
  await batches.write();
}

async function* stepsOf(world: World, candidate: DemoCandidate): Steps {
  const { stage } = candidate;
  const check = await order(world, candidate);
  if (stage === 'invited') return;
  yield 3;
  if (stage === 'cancelled') {
    await closeCheck(world.ctx, clientOf(world.account), check.id, 'cancel');
    return;
  }
  yield* fillIn(world, check, candidate);
  if (stage === 'submitted' && candidate.order === 'history') {
    yield 5;
    await askEmployers(world.ctx, world.screener, check);
    await answerReference(world.ctx, check);
    await commentAsClient(world.ctx, clientOf(world.account), check.id, demoComment);
    await reportDemoProblem(world.ctx, world.screener, check);
    return;
  }
  if (stage === 'form_opened' || stage === 'half_filled_in' || stage === 'submitted') return;
  yield* screen(world, check, candidate);
  await startConditionally(world.ctx, clientOf(world.account), check.id, candidate);
  if (!['clear', 'corrected', 'consider', 'red', 'unidentified'].includes(stage)) return;
  yield 60;
  await readResults(world, check);
  await followResults(world.ctx, clientOf(world.account), check.id, candidate);
  yield* monitor(world.ctx, world.screener, check, candidate);
}

/** Orders are placed in the morning, except on the last day. */
function orderedAt({ daysAgo }: DemoCandidate, index: number, now: Date): number {
  const at = now.getTime() - daysAgo * 24 * HOUR_MS;
  return daysAgo < 2 ? at : new Date(at).setUTCHours(8 + (index % 4), (index * 17) % 60, 0, 0);
}

/** Runs the steps of all orders by their times. @param mayGoOn asked before every step */
async function simulate(tx: Ctx, { accounts, ...desk }: DemoPeople, now: Date, mayGoOn: () => boolean): Promise<void> {
  let clock = now.getTime() - 65 * 24 * HOUR_MS;
  const past = pastContext(tx, () => new Date(clock));
  const firstClient = clientOf(accounts[0]!);
  const receivers = await registerReceivers(past, firstClient);
  const lives = demoCandidates.map((candidate, index) => {
    const start = orderedAt(candidate, index, now);
    const world = { ...desk, ctx: past, account: accounts[candidate.account]! };
    return { start, next: start, steps: stepsOf(world, candidate) };
  });
  const begun = now.getTime() - 64 * 24 * HOUR_MS;
  lives.push({ start: begun, next: begun, steps: runProgramme(past, desk) });
  while (lives.length > 0) {
    if (!mayGoOn()) throw new Error('stopped');
    lives.sort((one, other) => one.next - other.next);
    const [first] = lives as [(typeof lives)[number]];
    clock = Math.min(Math.max(clock, first.next), now.getTime());
    const { done, value } = await first.steps.next();
    if (done) lives.shift();
    else first.next = first.start + value * HOUR_MS;
  }
  await fillQueue(past, desk.screener, desk.reviewer);
  await sendOutDemo(past, desk.screener);
  await recordNotifications(past, firstClient, receivers, now);
  await recordSecurityWeek(past, accounts[0]!, now);
  await recordSmallBreach(past, now);
  for (const fill of [uploadSpreadsheet, bringInStaff, makeOrderLink]) await fill(past, accounts[0]!, now);
  await issueDemoInvoices(tx, accounts, now);
  await makeRules(tx, desk.screener, accounts[0]!.id);
}

/**
 * Fills the demo if that was not done yet, in one transaction: completely or not at all. Does nothing if the database
 * holds other accounts, or while another process fills the demo. @param stopping resolves when this must give up
 */
export async function makeHistory(ctx: Ctx, stopping?: Promise<void>): Promise<void> {
  const lock = openProcessLock(join(ctx.settings.dataDir, 'demo-history.lock'));
  let isStopping = false;
  void stopping?.then(() => {
    isStopping = true;
  });
  try {
    const people = lock.tryHold('exclusive') ? await demoPeopleOf(ctx) : undefined;
    if (people === undefined) return;
    const { total } = await listApplicants(ctx, clientOf(people.accounts[1]!), { page: 1, perPage: 1 });
    if (total > 0) return;
    const now = ctx.now();
    await inTransaction(ctx, (tx) => simulate(tx, people, now, () => !isStopping));
    const durationMs = ctx.now().getTime() - now.getTime();
    ctx.log.info('demo filled', { count: demoCandidates.length, durationMs });
  } catch (error) {
    if (!isStopping) throw error;
  } finally {
    lock.close();
  }
}
