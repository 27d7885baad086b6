// Takes the answers of references over into the outcome of their report.
import { type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { factsGivenOn } from '../checks/check-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { findingsWith } from './breakdown-rules.ts';
import { isAuthenticated } from './mailbox-rules.ts';
import { comparedBy, compareReference, listReferences } from './reference-actions.ts';
import { authenticate, type GivenAuthentication, stepOf } from './reference-authentication-actions.ts';
import { type LockedReference, withLockedReference } from './reference-move-actions.ts';
import { storeUse, updateReference } from './reference-store.ts';
import { wayOf } from './reply-version-rules.ts';
import { jobsOf, restated, type Stated, withStatedJobs } from './stated-job-rules.ts';

export interface TakingOver {
  /** How the referee was authenticated, said now. */
  readonly given?: GivenAuthentication | undefined;
  /** The report of the order whose outcome takes them, if that is not the one that asked. */
  readonly into?: string;
}

/**
 * Marks the answers as taken over: the outcome of the open report begins with them. Refuses with `invalid_fields` while
 * nobody has said how the referee was authenticated.
 */
export async function takeOver(ctx: Ctx, caller: Caller, id: string, { given, into }: TakingOver = {}): Promise<void> {
  demand(caller, 'record_outcomes');
  if (given !== undefined) demand(caller, 'ask_references');
  const take = async (tx: Ctx, locked: LockedReference) => {
    const { row } = locked;
    if (row.status !== 'answered' || !allowsAction(row.report_status, 'use_references'))
      throw new Refusal('state_does_not_allow');
    const step = given === undefined ? row.authentication : stepOf(given);
    if (step === null) throw new Refusal('invalid_fields', { step: ['Select how you made sure who answers'] });
    if (given !== undefined) await authenticate(tx, caller, locked, { step, by: given.by });
    const takenOverAt = timeFor(tx, caller);
    const unauthenticated = !isAuthenticated(step);
    if (row.reader_id !== row.report_id)
      return storeUse(tx.db, caller, { referenceId: id, reportId: row.reader_id, takenOverAt, unauthenticated });
    const change = { takenOverAt, ...(unauthenticated && { takenOverUnauthenticated: true as const }) };
    return updateReference(tx.db, caller, id, change);
  };
  await withLockedReference(ctx, caller, id, take, into);
}

/** What the candidate stated, as far as jobs follow from it. */
export const statedBy = (check: Check): Stated => ({
  facts: check.order.facts,
  statedOn: factsGivenOn(check),
  activityYears: check.activityYears,
});

/** An open report lists every job as it is stated now. An outcome that awaits approval stays as it was proposed. */
export async function withJobs(ctx: Ctx, report: Report, check: Check): Promise<Report> {
  if (report.status === 'awaiting_approval' || check.status === 'awaiting_applicant') return report;
  const jobs = jobsOf(reportTypeById(report.reportTypeId)!, statedBy(check));
  const findings = restated(report.findings, await listReferences(ctx, check.tenant, report.id));
  return { ...report, findings: withStatedJobs(findings, jobs) };
}

/**
 * The report with the findings that its screener took over from references since its last outcome. @param only the ids of
 * references, to leave out the others
 */
export async function withTakenOver(
  ctx: Ctx,
  tenant: Tenant,
  report: Report,
  only?: readonly string[],
): Promise<Report> {
  const takenOver = (await listReferences(ctx, tenant, report.id)).filter(({ takenOverAt }) => takenOverAt !== null);
  const areAuthenticated = takenOver.every(({ authentication }) => isAuthenticated(authentication));
  const references = takenOver.filter(({ id, awaitsOutcome }) => awaitsOutcome && only?.includes(id) !== false);
  const answered = await Promise.all(
    references.map(async (reference) => ({
      id: reference.id,
      claim: reference.request.claim,
      questionnaire: reference.questionnaire,
      scope: reference.reply.scope ?? 'whole',
      answers: reference.reply.answers,
      isByLetter: wayOf(reference.reply) === 'letter',
      isInWelsh: reference.reply.isInWelsh === true,
      authentication: reference.authentication,
      isAuthenticatedSince: areAuthenticated && reference.takenOverUnauthenticated,
      by: await comparedBy(ctx, reference),
      comparisons: await compareReference(ctx, reference),
    })),
  );
  return { ...report, findings: findingsWith(reportTypeById(report.reportTypeId)!, report.findings, answered) };
}
