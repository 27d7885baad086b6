// A person of one environment whose name is a word that occurs nowhere else, with a check in each state that a page shows.
import type { Caller, Ctx, Environment } from '../../../src/context.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { type Screener, screenReport } from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { makeEvidenceBundle } from '../../../src/features/results/evidence-bundle-actions.ts';
import { makeResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { employed, mailsTo, personnel, tokenIn } from '../../features/references/asked-references.ts';
import type { TestAccount } from '../../support/accounts.ts';

/** Values for the parameters of routes, of one report; several where more than one path is to be tried. */
export type Place = Readonly<Record<string, readonly string[]>>;

export interface Person {
  readonly environment: Environment;
  /** The word by which an answer about them is known. */
  readonly word: string;
  readonly checks: readonly Check[];
  readonly places: readonly Place[];
  readonly refereeToken: string;
  readonly refereeCheckId: string;
}

interface Makers {
  readonly ctx: Ctx;
  readonly account: TestAccount;
  readonly caller: ReturnType<TestAccount['caller']>;
  readonly screener: Screener;
  readonly word: string;
}

async function place({ ctx, caller, word }: Makers, reports: readonly string[], isSubmitted: boolean): Promise<Check> {
  const facts = { ...employed, last_name: word, email: `${word}@candidate.test`, town: word };
  const { check } = await placeWaiting(ctx, caller, { facts, reports });
  if (isSubmitted) await completeForm(ctx, { ...caller, actor: 'candidate' }, check.id, check.order.facts);
  return check;
}

async function attach({ ctx, caller, word }: Makers, { orderId, reports }: Check): Promise<string> {
  const fileToken = ctx.newId();
  const content = (async function* () {
    yield Buffer.alloc(200, `${word} `);
  })();
  const file = { orderId, fileToken, fileName: `${word}.txt`, description: word, reportId: reports[0]!.id };
  await attachFile(ctx, caller, { ...file, content });
  return fileToken;
}

/** A report with a reference, and one about which the client is asked. */
async function makeOpen(makers: Makers) {
  const { ctx, caller, screener, word } = makers;
  const check = await place(makers, ['identity', 'employment_history:uk'], true);
  const desk: Caller = { ...caller, actor: `user:${screener.userId}`, permissions: screener.permissions };
  const [identity, employment] = check.reports;
  const dueOn = ctx.now().toISOString().slice(0, 10);
  const question = { addressee: 'client', kind: 'missing_information', text: `Who is ${word}?`, dueOn } as const;
  const queryId = await sendQuery(ctx, desk, { checkId: check.id, reportId: identity!.id }, question);
  const at = { caller: desk, check, report: employment! };
  const referenceId = await requestReference(ctx, at, personnel);
  const [mail] = await mailsTo(ctx, caller, check.id, 'reference_request');
  return { check, queryId, referenceId, refereeToken: tokenIn(mail!.text) };
}

async function makeScreened(makers: Makers, move: 'complete' | 'await_approval') {
  const { ctx, screener, word } = makers;
  const check = await place(makers, ['identity'], true);
  const findings = { ...noFindings, notes: `Seen: ${word}` };
  await screenReport(ctx, screener, check.reports[0]!.id, {
    move,
    outcome: { result: 'clear', subResult: null, findings },
  });
  return check;
}

/** @param screener may screen the account's reports, and looks at nothing later */
export async function makePerson(
  ctx: Ctx,
  { account, screener, environment, word }: Omit<Makers, 'ctx' | 'caller'> & { readonly environment: Environment },
): Promise<Person> {
  const caller = account.caller(environment);
  const makers: Makers = { ctx, account, caller, screener, word };
  const { check: open, queryId, referenceId, refereeToken } = await makeOpen(makers);
  const done = await makeScreened(makers, 'complete');
  const fileToken = await attach(makers, done);
  await makeResultsDocument(ctx, caller, done.id);
  await makeEvidenceBundle(ctx, caller, done.id);
  const awaiting = await makeScreened(makers, 'await_approval');
  const waiting = await place(makers, ['identity'], false);
  const checks = [done, open, awaiting, waiting];
  const results = await linkToken(ctx, 'results', { ...tenantOf(caller), checkId: done.id });
  const emails = await listEmails(ctx, caller, 1000);
  const placeOf = (check: Check, reportId: string): Place => ({
    account_id: [account.accountId],
    accountId: [account.accountId],
    environment: [environment],
    applicant_id: [check.applicantId],
    check_id: [check.id],
    order_id: [String(check.orderId)],
    report_id: [reportId],
    reportId: [reportId],
    query_id: [queryId],
    queryId: [queryId],
    referenceId: [referenceId],
    file_token: [fileToken],
    file: [`${results}.pdf`, `${results}.zip`],
    email_id: emails
      .filter(({ checkId }) => checkId === check.id)
      .map(({ id }) => id)
      .slice(0, 1),
    form: ['outcome'],
  });
  return {
    environment,
    word,
    checks,
    places: checks.flatMap((check) => check.reports.map(({ id }) => placeOf(check, id))),
    refereeToken,
    refereeCheckId: open.id,
  };
}

const tenantOf = ({ accountId, environment }: Caller) => ({ accountId, environment });
