// What speaks against sending an application to an authority: one was sent, the identity is not confirmed, no
// consent was seen, or an answer is missing.
import { type Ctx, todayFor } from '../../../context.ts';
import { readApplication } from '../../../features/cases/application-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { lacksConsent } from '../../../features/checks/seen-consent-rules.ts';
import { isIdentityCertain } from '../../../features/fact-corrections/fact-correction-actions.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { groundLacks } from './list-grounds.ts';
import { typeOf } from './report-moves.ts';
import { requiredFacts } from './report-needs.ts';
import { consentLacks } from './seen-consent.ts';

/** In sentences; none for a report that is no certificate of an authority. */
export async function lacksForApplication(ctx: Ctx, opened: OpenedReport): Promise<string[]> {
  const { report, check, caller, key } = opened;
  if (typeOf(report).certificate === null) return [];
  const { appliedAt } = await readApplication(ctx, caller, report.id, key);
  const isUnconfirmed = typeOf(report).identity !== null && !(await isIdentityCertain(ctx, check));
  const missing = requiredFacts(opened, todayFor(ctx, caller)).filter(
    // It is no part of the application.
    ({ id, verdict }) => verdict !== 'Met' && id !== 'records_abroad',
  );
  return [
    ...(appliedAt === null ? [] : [`An application was sent on ${formatLongDate(ukDateOf(appliedAt))}.`]),
    ...(isUnconfirmed ? ['The identity is not confirmed.'] : []),
    ...(lacksConsent(check, opened.consents) ? [consentLacks] : []),
    ...groundLacks(opened),
    ...missing.map(({ label, verdict }) => `${label}: ${verdict.toLowerCase()}.`),
  ];
}
