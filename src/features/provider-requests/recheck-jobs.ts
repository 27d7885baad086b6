// The jobs of monitoring: what a provider answered is remembered when a report is complete, and asked again later.
import { type Caller, type Ctx, type Environment, todayFor } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import {
  askPerson,
  beginMonitoring,
  beginMonitoringJob,
  macOf,
  newListJob,
  recheckJob,
  recheckOnNewList,
  recordChange,
  recordNoChange,
  takeRecheck,
} from '../monitoring/monitor-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import {
  readTarget,
  recordExchange,
  type Target,
  takeAsUnderstood,
  takenAnswer,
  understood,
} from './answer-actions.ts';
import { outcomeWithin } from './provider-rules.ts';
import type { ProviderSupply } from './provider-supply.ts';
import { askAgain } from './request-actions.ts';

const callerOf = ({ accountId, environment }: Target): Caller => ({
  accountId,
  environment,
  actor: 'system',
  clockOffsetSeconds: 0,
});

type Asked = NonNullable<Awaited<ReturnType<typeof askAgain>>>;

/**
 * Records what was answered and what becomes of the report, in one transaction. A report that was opened during the call
 * does not use the answer: it is asked again when its monitoring begins. A provider that cannot be asked now, or answers
 * only later, leaves the report to a person.
 */
function take(ctx: Ctx, target: Target, key: DataKey, asked: Asked | undefined): Promise<void> {
  const caller = callerOf(target);
  return withLockedApplicantAndCheck(ctx, caller, target.checkId, async (tx) => {
    const monitored = await takeRecheck(tx, caller, target);
    const said =
      monitored && asked
        ? understood(asked.exchange.said, monitored.report, todayFor(tx, caller))
        : asked?.exchange.said;
    const mac = said?.kind === 'result' ? macOf(tx, target.reportId, said.outcome) : undefined;
    const isSame = mac !== undefined && monitored?.monitor.answer_mac?.equals(mac) === true;
    if (asked !== undefined && said !== undefined) {
      const compared = monitored === undefined ? 'not_used' : isSame ? 'no_change' : 'change';
      const outcome = mac === undefined ? 'needs_person' : compared;
      await recordExchange(tx, target, key, asked.provider, { ...asked.exchange, said }, outcome);
    }
    if (monitored === undefined) return;
    if (asked === undefined || said?.kind !== 'result') return askPerson(tx, caller, target);
    if (isSame) return recordNoChange(tx, caller, target);
    const outcome = outcomeWithin(reportTypeById(monitored.report.reportTypeId)!, said.outcome);
    await recordChange(tx, caller, target, { actor: `provider:${asked.provider.name}`, outcome });
  });
}

async function recheck(ctx: Ctx, supply: ProviderSupply, target: Target): Promise<void> {
  const key = (await readTarget(ctx, target))?.key;
  const monitored = key && (await takeRecheck(ctx, callerOf(target), target));
  if (key === undefined || monitored === undefined) return;
  const asked = await askAgain(ctx, supply, target, { ...monitored, key });
  if (asked === undefined) return take(ctx, target, key, undefined);
  await takeAsUnderstood(asked.exchange, (exchange) => take(ctx, target, key, { ...asked, exchange }));
}

const targetOf = (payload: Readonly<Record<string, unknown>>): Target => ({
  accountId: String(payload.accountId),
  environment: payload.environment as Environment,
  checkId: String(payload.checkId),
  reportId: String(payload.reportId),
});

export const monitoringJobs = (ctx: Ctx, supply: ProviderSupply): Readonly<Record<string, JobHandler>> => ({
  [beginMonitoringJob]: async (payload) => {
    const target = targetOf(payload);
    await beginMonitoring(ctx, callerOf(target), target, await takenAnswer(ctx, target));
  },
  [newListJob]: () => recheckOnNewList(ctx),
  [recheckJob]: (payload) => recheck(ctx, supply, targetOf(payload)),
});
