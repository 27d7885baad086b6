// The quality of the demo's completed work: reports are drawn each week, the two people of the desk review each other, and
// some findings are appealed.
import type { Ctx } from '../context.ts';
import { authorityOf } from '../features/access/permissions.ts';
import type { Screener } from '../features/cases/screening-actions.ts';
import { keepErrorType } from '../features/error-types/error-type-actions.ts';
import { findSamples } from '../features/quality/quality-list-queries.ts';
import { appealFinding, decideAppeal, openQuality, recordQualityReview } from '../features/quality/review-actions.ts';
import { changeProgramme, drawSamples } from '../features/quality/sample-actions.ts';

interface DemoReview {
  readonly finding?: { readonly code: string; readonly severity?: string; readonly text: string };
  readonly praise?: string;
  readonly appeal?: string;
  /** Why the reviewer withdraws the finding after the appeal. */
  readonly withdrawn?: string;
}

/** In turn, of each person. */
const reviews: readonly DemoReview[] = [
  {},
  { finding: { code: 'wording', text: 'The notes say more about the address than the client needs.' } },
  { praise: 'The differing dates were asked about on the first day, and the notes say how they were settled.' },
  {},
  {
    finding: { code: 'data', text: 'The date of issue is missing.' },
    appeal: 'The document of this kind bears no date of issue.',
    withdrawn: 'Agreed: this kind has none.',
  },
  {},
  { praise: 'Exemplary notes.' },
  { finding: { code: 'wording', text: 'The notes do not say which register was asked.' } },
  {},
  {
    finding: { code: 'judgement', text: 'What was found does not meet the route that the result names.' },
    appeal: 'It meets the route with the second document, which is among the files.',
  },
  {},
  {},
  { finding: { code: 'source', text: 'One source only, where the guidance asks for two.' } },
  {},
];

const DAYS = 64;

async function reviewNext(ctx: Ctx, by: Screener, of: Screener, done: number): Promise<boolean> {
  const [next] = await findSamples(ctx.db, by, { environment: 'live', view: 'to_review', limit: 1 });
  if (next === undefined) return false;
  const { finding, praise = '', appeal, withdrawn } = reviews[done % reviews.length]!;
  await openQuality(ctx, by, next.report_id);
  const findings = finding === undefined ? [] : [{ severity: '', ...finding }];
  const given = { verdict: finding === undefined ? 'no_error' : 'findings', findings, praise };
  await recordQualityReview(ctx, by, next.report_id, given, 0);
  if (appeal === undefined) return true;
  const { reviews: versions } = await openQuality(ctx, of, next.report_id);
  const findingId = versions.at(-1)!.findings[0]!.id;
  await appealFinding(ctx, of, next.report_id, { findingId, text: appeal });
  if (withdrawn !== undefined)
    await decideAppeal(ctx, by, next.report_id, { findingId, text: withdrawn, decision: 'withdrawn' });
  return true;
}

/** The days of the programme. Each yielded number says how many hours after its begin the next step happens. */
export async function* runProgramme(
  ctx: Ctx,
  { screener, reviewer }: { readonly screener: Screener; readonly reviewer: Screener },
): AsyncGenerator<number, void> {
  const administrator = authorityOf(screener);
  await changeProgramme(
    ctx,
    administrator,
    {
      ...{ percent: '25', period: 'week', withApproved: false },
      ...{ trainedAfter: '20', trainedBelow: '5' },
    },
    0,
  );
  await keepErrorType(ctx, administrator, {
    ...{ name: 'Consent', meaning: 'a permission is missing, or was out of date', severity: 'critical', isInUse: true },
  });
  const pairs = [
    // What is drawn last is still to be reviewed.
    { by: reviewer, of: screener, done: 0, until: DAYS - 8 },
    { by: screener, of: reviewer, done: 9, until: DAYS - 25 },
  ];
  for (let day = 1; day < DAYS; day++) {
    yield day * 24;
    await drawSamples(ctx);
    for (const pair of pairs)
      if (day < pair.until && (await reviewNext(ctx, pair.by, pair.of, pair.done))) pair.done += 1;
  }
}
