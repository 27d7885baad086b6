// The jobs of monitoring: what a provider answered is remembered when a report is complete, and asked again later.
import { type Caller, type Ctx, type Environment, inTransaction } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
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
import { readTarget, recordExchange, type Target, takenAnswer } from './answer-actions.ts';
import { outcomeWithin } from './provider-rules.ts';
import type { ProviderSupply } from './provider-supply.ts';
import { askAgain } from './request-actions.ts';

const callerOf = ({ accountId, environment }: Target): Caller => ({
  accountId,
  environment,
  actor: 'system',
  clockOffsetSeconds: 0,
});

/** A provider that cannot be asked now, or answers only later, leaves the report to a person. */
async function recheck(ctx: Ctx, supply: ProviderSupply, target: Target): Promise<void> {
  const caller = callerOf(target);
  const key = (await readTarget(ctx, target))?.key;
  const monitored = key && (await takeRecheck(ctx, caller, target));
  if (monitored === undefined) return;
  const found = { ...monitored, key: key! };
  const asked = await askAgain(ctx, supply, target, found);
  const said = asked?.exchange.said;
  const mac = said?.kind === 'result' ? macOf(ctx, target.reportId, said.outcome) : undefined;
  const isSame = mac !== undefined && monitored.monitor.answer_mac?.equals(mac) === true;
  if (asked !== undefined) {
    const outcome = mac === undefined ? 'needs_person' : isSame ? 'no_change' : 'change';
    await recordExchange(ctx, target, found.key, asked.provider, asked.exchange, outcome);
  }
  if (asked === undefined || said?.kind !== 'result') return inTransaction(ctx, (tx) => askPerson(tx, caller, target));
  if (isSame) return recordNoChange(ctx, caller, target);
  const outcome = outcomeWithin(reportTypeById(found.report.reportTypeId)!, said.outcome);
  const changed = { actor: `provider:${asked.provider.name}` as const, outcome };
  await recordChange(ctx, caller, target, changed);
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
