// What speaks against sending a report out: the consent does not allow it; of an application to an authority also that one
// was sent, the identity is not confirmed, or an answer is missing.
import { type Ctx, todayFor } from '../../../context.ts';
import { readApplication } from '../../../features/cases/application-actions.ts';
import { consentLackOf } from '../../../features/cases/consent-lack-rules.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { isIdentityCertain } from '../../../features/fact-corrections/fact-correction-actions.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { groundLacks } from './list-grounds.ts';
import { typeOf } from './report-moves.ts';
import { requiredFacts } from './report-needs.ts';
import { consentUnseen, consentWithdrawn } from './seen-consent.ts';

/** Of the consent alone, in a sentence. */
function consentLacksOf(ctx: Ctx, { check, report, consents, caller, consentDays }: OpenedReport): string[] {
  const { status } = report;
  const limit = { days: consentDays, today: todayFor(ctx, caller) };
  const lack = consentLackOf(check, { status, label: typeOf(report).label }, consents, limit);
  if (lack === undefined) return [];
  if (lack.because !== 'old') return [lack.because === 'withdrawn' ? consentWithdrawn : consentUnseen];
  const ago = `more than ${consentDays} ${consentDays === 1 ? 'day' : 'days'} ago`;
  return [`The candidate agreed on ${formatLongDate(lack.givenOn)}, ${ago}.`];
}

/** In sentences. */
export async function lacksForSending(ctx: Ctx, opened: OpenedReport): Promise<string[]> {
  const { report, check, caller, key } = opened;
  const ofConsent = consentLacksOf(ctx, opened);
  if (typeOf(report).certificate === null) return ofConsent;
  const { appliedAt } = await readApplication(ctx, caller, report.id, key);
  const isUnconfirmed = typeOf(report).identity !== null && !(await isIdentityCertain(ctx, check));
  const missing = requiredFacts(opened, todayFor(ctx, caller)).filter(
    // It is no part of the application.
    ({ id, verdict }) => verdict !== 'Met' && id !== 'records_abroad',
  );
  return [
    ...(appliedAt === null ? [] : [`An application was sent on ${formatLongDate(ukDateOf(appliedAt))}.`]),
    ...(isUnconfirmed ? ['The identity is not confirmed.'] : []),
    ...ofConsent,
    ...groundLacks(opened),
    ...missing.map(({ label, verdict }) => `${label}: ${verdict.toLowerCase()}.`),
  ];
}
