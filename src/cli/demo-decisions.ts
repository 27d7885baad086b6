// The decisions of the demo's clients: about minor findings, that somebody is asked first, and that somebody starts work while
// the screening goes on. The serious findings wait for a decision.
import { type Caller, type Ctx, timeFor, todayFor } from '../context.ts';
import type { Check } from '../features/checks/check.ts';
import { readCheck } from '../features/checks/check-actions.ts';
import { recordComparison } from '../features/checks/person-comparison-actions.ts';
import { decideOnCheck } from '../features/client-decisions/client-decision-actions.ts';
import { seenBy } from '../features/client-decisions/client-decision-rules.ts';
import { answerHearing, askCandidate } from '../features/client-decisions/hearing-actions.ts';
import { isOfCertificate, labelsNotClear, usuallyAnswerBy } from '../features/client-decisions/hearing-rules.ts';
import { planWorkStart, recordWorkStart } from '../features/work-starts/work-start-actions.ts';
import { usuallyCompleteBy } from '../features/work-starts/work-start-rules.ts';
import { addDays } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { askedWords } from '../messages/en-hearings.ts';
import { type DemoCandidate, startOf } from './demo-candidates.ts';

/** Once the client has read the results. */
export async function followResults(
  ctx: Ctx,
  client: Caller,
  checkId: string,
  { stage }: Pick<DemoCandidate, 'stage'>,
): Promise<void> {
  const check = await readCheck(ctx, client, checkId);
  const seen = seenBy(check, null);
  if (stage === 'consider') {
    const reason = 'It is small, and we have talked to the candidate about it.';
    const risk = {
      risk_relevance: 'The role handles no money and drives nobody.',
      risk_agreed_by: 'The registered manager',
      risk_review_on: addDays(ukDateOf(timeFor(ctx, client)), 180),
    };
    await decideOnCheck(ctx, client, checkId, {
      ...{ decision: 'suitable', reason, told: null, although: false, risk },
      seen,
    });
  }
  if (stage === 'unidentified') {
    const words = askedWords(labelsNotClear(check), '', isOfCertificate(check));
    await askCandidate(ctx, client, checkId, {
      words,
      answerBy: usuallyAnswerBy(timeFor(ctx, client), ctx.calendar()),
      seen,
    });
    const { accountId, environment, clockOffsetSeconds } = client;
    const caller = { accountId, environment, clockOffsetSeconds, subsidiaryIds: null, actor: 'candidate' } as const;
    const text = 'My passport was renewed last month, after I had sent its photo. I can bring the new one on Monday.';
    await answerHearing(ctx, { caller, link: { accountId, environment, checkId } }, text);
  }
}

/** The client said the first day when it ordered. */
export async function planStart(ctx: Ctx, client: Caller, check: Check, candidate: DemoCandidate): Promise<void> {
  const startsOn = startOf(candidate, ukDateOf(check.createdAt));
  if (startsOn !== undefined) await planWorkStart(ctx, client, check, startsOn);
}

/** Before the right to work is judged; of who is screened now nobody has recorded it yet. */
export async function comparePerson(
  ctx: Ctx,
  client: Caller,
  { id, reports }: Pick<Check, 'id' | 'reports'>,
  { stage }: Pick<DemoCandidate, 'stage'>,
): Promise<void> {
  if (stage === 'in_progress' || !reports.some(({ name }) => name === 'right_to_work')) return;
  await recordComparison(ctx, client, id, { by: 'Dana Sample', how: 'in_person', on: todayFor(ctx, client) });
}

/** One person does. */
export async function startConditionally(
  ctx: Ctx,
  client: Caller,
  checkId: string,
  { stage, order }: Pick<DemoCandidate, 'stage' | 'order'>,
): Promise<void> {
  if (stage !== 'in_progress' || order !== 'history') return;
  const startsOn = todayFor(ctx, client);
  await recordWorkStart(ctx, client, checkId, {
    startsOn,
    condition: {
      completeBy: usuallyCompleteBy(startsOn),
      risk: 'Works only beside the shift leader, has no keys, and is not alone with anybody. Supervised by the deputy manager.',
    },
  });
}
