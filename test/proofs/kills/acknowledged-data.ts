// Checks after a restart that everything acknowledged exists, to the last property, and nothing exists in part.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Api } from './client.ts';
import { cancelledEach, order, reportNames } from './client.ts';
import type { Check, Findings, Ledger, PlacedCheck } from './ledger.ts';

const cancelled = 'cancelled';

/** Whether a check equals its answer, except for reports that the client cancelled later. */
function isAsAnswered(found: Check, answered: Check): boolean {
  const plain = (check: Check) => ({
    ...check,
    reports: check.reports.map((report, index) => (index < cancelledEach ? { ...report, status: '' } : report)),
  });
  return isDeepStrictEqual(plain(found), plain(answered));
}

async function lookAtCheck(api: Api, { applicantId, check }: PlacedCheck, ledger: Ledger, found: Findings) {
  const { status, json } = await api.call('GET', `/applicants/${applicantId}/checks/${check.id}?expand=reports`);
  if (status !== 200) {
    found.lost.push(`check ${check.id}`);
    return;
  }
  const there = json as Check;
  if (!isAsAnswered(there, check)) found.half.push(`check ${check.id} is not as it was answered`);
  for (const { id, status: now } of there.reports) {
    if (ledger.cancelled.has(id) && now !== cancelled) found.lost.push(`cancellation of report ${id}`);
  }
}

/** Adds unanswered requests that took effect to the ledger: their mails and notifications must arrive. */
async function lookAtUnanswered(api: Api, ledger: Ledger, found: Findings): Promise<void> {
  for (const { applicantId, email } of ledger.unansweredChecks) {
    const { status, json } = await api.call('GET', `/applicants/${applicantId}/checks?expand=reports`);
    const checks = status === 200 ? (json as { checks: Check[] }).checks : [];
    if (checks.length > 1) found.half.push(`applicant ${applicantId} has ${checks.length} checks`);
    for (const check of checks) {
      const names = check.reports.map((report) => (report as unknown as { name: string }).name);
      if (!isDeepStrictEqual(names, reportNames)) found.half.push(`check ${check.id} has the reports ${names.join()}`);
      ledger.checks.set(check.id, { applicantId, email, check });
    }
  }
  for (const { checkId, reportId } of ledger.unansweredCancels) {
    const { json } = await api.call('GET', `/checks/${checkId}/reports/${reportId}`);
    if ((json as { status?: string } | undefined)?.status === cancelled) ledger.cancelled.set(reportId, checkId);
  }
}

/** @param since ids that were checked before this load */
export async function checkAcknowledged(
  api: Api,
  ledger: Ledger,
  since: ReadonlySet<string>,
  found: Findings,
): Promise<void> {
  for (const [id, answered] of ledger.applicants) {
    if (since.has(id)) continue;
    const { status, json } = await api.call('GET', `/applicants/${id}`);
    if (status !== 200) found.lost.push(`applicant ${id}`);
    else if (!isDeepStrictEqual(json, answered)) found.half.push(`applicant ${id} is not as it was answered`);
  }
  for (const [id, placed] of ledger.checks) if (!since.has(id)) await lookAtCheck(api, placed, ledger, found);
  await lookAtUnanswered(api, ledger, found);
}

export const seenSoFar = (ledger: Ledger): Set<string> =>
  new Set([...ledger.applicants.keys(), ...ledger.checks.keys()]);

/** Repeats unanswered requests with their keys: then there must be exactly one check for each. */
export async function askAgain(api: Api, ledger: Ledger, found: Findings): Promise<number> {
  let asked = 0;
  for (const { applicantId, email, idempotencyKey } of ledger.unansweredChecks) {
    if (idempotencyKey === undefined) continue;
    asked += 1;
    const path = `/applicants/${applicantId}/checks`;
    let again = await api.call('POST', path, order, idempotencyKey);
    // A claim from the last kill expires after a minute.
    for (let waited = 0; again.status === 409 && waited < 70; waited += 5) {
      await sleep(5000);
      again = await api.call('POST', path, order, idempotencyKey);
    }
    if (again.status !== 201) {
      found.half.push(`create check under its key again answers ${again.status} for applicant ${applicantId}`);
      continue;
    }
    const check = again.json as Check;
    const { total } = await api.call('GET', path);
    if (total !== 1) found.half.push(`applicant ${applicantId} has ${total} checks`);
    ledger.checks.set(check.id, { applicantId, email, check });
  }
  return asked;
}

/** Every applicant must have been requested by a client. */
export async function countApplicants(api: Api, ledger: Ledger, found: Findings): Promise<void> {
  const { total } = await api.call('GET', '/applicants?per_page=1');
  const least = ledger.applicants.size;
  const most = least + ledger.unansweredApplicants;
  if (total < least) found.lost.push(`${least - total} applicants in the list’s total`);
  if (total > most) found.half.push(`${total - most} applicants more than were asked for`);
}
