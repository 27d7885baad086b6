// Works on the requests of a report: chooses the provider, asks it, polls for the answer, or cancels the request.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { formUri } from '../checks/check-links.ts';
import { personDifference } from '../checks/ordered-person-rules.ts';
import { endStep, hasOpenStep } from '../queries/outside-step-actions.ts';
import { codeOf, coversType } from '../report-types/catalogue-rules.ts';
import { manualProvider } from '../reports/report.ts';
import { isOpen } from '../reports/report-states.ts';
import {
  type AskNext,
  callerOf,
  type Exchange,
  readTarget,
  recordNotAsked,
  scheduleRequestJob,
  type Target,
  type TargetReport,
  takeAnswer,
} from './answer-actions.ts';
import type { Said } from './answer-rules.ts';
import { findChoice } from './choice-store.ts';
import { readConnection } from './connection-actions.ts';
import { endTurn, takeTurn } from './health-actions.ts';
import type { AskedReport, Capabilities, Provider, ProviderAnswer, ProviderTools } from './provider.ts';
import { providerCalls } from './provider-calls.ts';
import { ProviderFault } from './provider-fault.ts';
import { coversCountry, minimised } from './provider-rules.ts';
import type { Connection, ProviderSupply } from './provider-supply.ts';
import { afterPause } from './request-schedule.ts';
import { isUnderWay } from './request-states.ts';
import {
  type ExchangeKind,
  findAskedReport,
  findRequests,
  giveToPerson,
  insertRequest,
  lockRequest,
  type RequestRow,
  updateRequest,
} from './request-store.ts';

/** A job may start slightly earlier than planned by our clock. */
const earlyMs = 1000;

interface FoundProvider {
  readonly provider: Provider;
  /** The key of the breaker and the rate limit. */
  readonly healthKey: string;
}

async function findProvider(
  ctx: Ctx,
  supply: ProviderSupply,
  accountId: string,
  name: string,
): Promise<FoundProvider | undefined> {
  const provider = supply.builtIn.get(name);
  if (provider !== undefined) return { provider, healthKey: name };
  const connection = await readConnection(ctx, accountId, name);
  if (connection === undefined) return undefined;
  return { provider: supply.connected(connection), healthKey: `connection ${connection.id}` };
}

/** Why a provider cannot be asked for this report; undefined if it can. */
function reasonAgainst(found: FoundProvider | undefined, { check, report }: TargetReport) {
  if (found === undefined) return 'not_set_up';
  const { capabilities } = found.provider;
  if (!coversType(capabilities, codeOf(report))) return 'type_not_covered';
  if (capabilities.asksCandidate === true && check.type !== 'standard') return 'no_form';
  // Nobody outside is asked about somebody who may be the wrong person: a screener looks first.
  const isOther = personDifference(check.order.ordered, check.order.facts)?.isOtherPerson === true;
  if (isOther && capabilities.calls !== 'nobody') return 'other_person';
  return coversCountry(capabilities, check.order.facts.country) ? undefined : 'country_not_covered';
}

/** Hands the report to the next chosen provider, or to a person after the last. */
async function handOn(tx: Ctx, supply: ProviderSupply, target: Target, found: TargetReport, isForPerson: boolean) {
  const { report, key } = found;
  const choice = await findChoice(tx.db, target.accountId, report.reportTypeId);
  const asked = await findRequests(tx.db, target, report.id);
  const left = (choice?.providers ?? []).filter((name) => !asked.some(({ provider }) => provider === name));
  for (const name of isForPerson ? [] : left) {
    if (name === manualProvider) break;
    const reason = reasonAgainst(await findProvider(tx, supply, target.accountId, name), found);
    if (reason === undefined) {
      await insertRequest(tx.db, target, { reportId: report.id, provider: name, at: tx.now() });
      await scheduleRequestJob(tx, target, tx.now());
      return;
    }
    await recordNotAsked(tx, target, key, name, reason);
  }
  if (report.provider !== manualProvider) await giveToPerson(tx.db, target, report.id, manualProvider);
}

const askingNext =
  (supply: ProviderSupply): AskNext =>
  (tx, target, found, isForPerson) =>
    handOn(tx, supply, target, found, isForPerson);

async function askedReport(
  ctx: Ctx,
  { check, report }: TargetReport,
  capabilities: Capabilities,
): Promise<AskedReport> {
  const { id: reportId, checkId, name, variant, options } = report;
  const facts = minimised(check.order.facts, capabilities);
  const asked = { reportId, checkId, type: { name, variant }, options: options ?? [], facts };
  if (capabilities.asksCandidate !== true) return asked;
  const link = { ...check.tenant, checkId, generation: check.formLinkGeneration };
  return { ...asked, returnUrl: `${await formUri(ctx, link)}/queries` };
}

type Asking = (provider: Provider, tools: ProviderTools, asked: AskedReport) => Promise<ProviderAnswer | 'cancelled'>;

/** Makes one exchange. No transaction is open while the provider is called. */
async function exchangeWith(
  ctx: Ctx,
  supply: ProviderSupply,
  { provider, healthKey }: FoundProvider,
  target: Target,
  found: TargetReport,
  kind: ExchangeKind,
  ask: Asking,
): Promise<Exchange> {
  const startedAt = ctx.now();
  const calls = providerCalls(ctx, supply.outgoing, healthKey, provider.limits);
  const tenant = { accountId: target.accountId, environment: target.environment };
  const tools: ProviderTools = { ctx, tenant, send: calls.send, signIn: calls.signIn };
  const asked = await askedReport(ctx, found, provider.capabilities);
  const said = await sayingFaults(async () => {
    const turn = await takeTurn(ctx, healthKey);
    const heard = await sayingFaults(async () => {
      const answer = await ask(provider, tools, asked);
      return answer === 'cancelled' ? { kind: 'cancelled' } : answer;
    });
    await endTurn(ctx, healthKey, turn, { startedAt, fault: heard.kind === 'fault' ? heard.reason : undefined });
    return heard;
  });
  const { kind: outcome } = said;
  ctx.log.info('provider asked', {
    operation: `${provider.name} ${kind}`,
    accountId: target.accountId,
    resourceId: target.reportId,
    reason: said.kind === 'fault' ? said.reason : outcome,
    durationMs: ctx.now().getTime() - startedAt.getTime(),
  });
  return { kind, startedAt, calls: calls.made, said };
}

async function sayingFaults(work: () => Promise<Said>): Promise<Said> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    return { kind: 'fault', reason: error.reason, retryAt: error.retryAt };
  }
}

const wayOf = (row: RequestRow): { readonly kind: ExchangeKind; readonly ask: Asking } => {
  if (row.status === 'cancelling') {
    return {
      kind: 'cancel',
      async ask(provider, tools, { reportId }) {
        await provider.cancel?.(tools, reportId, row.reference);
        return 'cancelled';
      },
    };
  }
  if (row.status === 'asking')
    return { kind: 'request', ask: (provider, tools, asked) => provider.request(tools, asked) };
  return {
    kind: 'poll',
    // A provider without polling sends a callback: here only its time limit is checked.
    ask: async (provider, tools, asked) => (await provider.poll?.(tools, asked, row.reference)) ?? { kind: 'accepted' },
  };
};

/** Changes the row within the transaction; returns the changed row. */
function changing(ctx: Ctx, target: Target, provider: string, change: (row: RequestRow) => Partial<RequestRow>) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx.db, target, target.reportId, provider);
    if (row === undefined || !isUnderWay(row.status)) return undefined;
    const changed = { ...row, ...change(row) };
    const { status, reference, attempts, accepted_at: acceptedAt, next_at: nextAt } = changed;
    await updateRequest(tx.db, target, { ...target, provider, status, reference, attempts, acceptedAt, nextAt });
    if (nextAt !== null && nextAt > ctx.now()) await scheduleRequestJob(tx, target, nextAt);
    return changed;
  });
}

function begin(ctx: Ctx, supply: ProviderSupply, target: Target, found: TargetReport): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    // Another process may have started meanwhile: its requests count.
    const asked = await findRequests(tx.db, target, target.reportId);
    if (asked.length === 0) await handOn(tx, supply, target, found, false);
  });
}

/** Works on the report's next step with its provider. Calling it too early or twice does no harm. */
export async function workOnRequest(ctx: Ctx, supply: ProviderSupply, target: Target): Promise<void> {
  const found = await readTarget(ctx, target);
  if (found === undefined) return;
  const { report } = found;
  const rows = await findRequests(ctx.db, target, report.id);
  let row = rows.find(({ status }) => isUnderWay(status));
  if (row === undefined) {
    if (rows.length === 0 && isOpen(report.status)) await begin(ctx, supply, target, found);
    return;
  }
  if (!isOpen(report.status)) {
    if (row.status !== 'cancelling') {
      row = await changing(ctx, target, row.provider, () => ({
        status: 'cancelling',
        attempts: 0,
        next_at: ctx.now(),
      }));
    }
  } else if (report.status !== 'awaiting_data' && !(await waitsForStep(ctx, target, found, row))) {
    await changing(ctx, target, row.provider, () => ({ next_at: afterPause(ctx.now()) }));
    return;
  }
  if (row === undefined) return;
  if (row.next_at !== null && row.next_at.getTime() - ctx.now().getTime() > earlyMs) {
    await scheduleRequestJob(ctx, target, row.next_at);
    return;
  }
  await workOn(ctx, supply, target, found, row);
}

/** A report that waits for its candidate at the provider goes on being asked about; not of a restricted person. */
const waitsForStep = async (ctx: Ctx, target: Target, { check }: TargetReport, { provider }: RequestRow) =>
  !check.isRestricted && (await hasOpenStep(ctx, callerOf(target, provider), target));

async function workOn(
  ctx: Ctx,
  supply: ProviderSupply,
  target: Target,
  found: TargetReport,
  row: RequestRow,
): Promise<void> {
  const provider = await findProvider(ctx, supply, target.accountId, row.provider);
  if (provider === undefined) {
    await inTransaction(ctx, async (tx) => {
      const status = row.status === 'cancelling' ? 'cancelled' : 'given_up';
      await changing(tx, target, row.provider, () => ({ status, next_at: null }));
      await recordNotAsked(tx, target, found.key, row.provider, 'not_set_up');
      await endStep(tx, callerOf(target, row.provider), target, 'withdrawn');
      if (status === 'given_up') await handOn(tx, supply, target, found, false);
    });
    return;
  }
  const { kind, ask } = wayOf(row);
  const exchange = await exchangeWith(ctx, supply, provider, target, found, kind, ask);
  await takeAnswer(ctx, provider.provider, target, exchange, askingNext(supply));
}

type AskedOf = Pick<Target, 'checkId' | 'reportId'>;

/** Asks the provider soon for another link to its page. Returns false where it awaits nobody any more. */
export async function renewStep(ctx: Ctx, caller: Caller, report: AskedOf, provider: string): Promise<boolean> {
  demand(caller, 'answer_queries');
  const { accountId, environment } = caller;
  const target = { accountId, environment, ...report };
  const row = await changing(ctx, target, provider, () => ({ next_at: ctx.now() }));
  if (row !== undefined) await scheduleRequestJob(ctx, target, ctx.now());
  return row !== undefined;
}

/** Applies an answer from a callback; undefined if the provider was never asked about the report. */
export async function receiveAnswer(
  ctx: Ctx,
  supply: ProviderSupply,
  { accountId, ...connection }: Connection,
  { reportId, answer, text }: { readonly reportId: string; readonly answer: ProviderAnswer; readonly text: string },
) {
  const asked = await findAskedReport(ctx.db, accountId, connection.name, reportId);
  if (asked === undefined) return undefined;
  const target = { accountId, environment: asked.environment, checkId: asked.check_id, reportId };
  const call = { method: 'POST', url: 'callback', sent: null, status: null, received: text };
  const exchange: Exchange = { kind: 'callback', startedAt: ctx.now(), calls: [call], said: answer };
  return takeAnswer(ctx, connection, target, exchange, askingNext(supply));
}

/** Asks the provider of a complete report again; undefined if there is none any more that can be asked. */
export async function askAgain(ctx: Ctx, supply: ProviderSupply, target: Target, found: TargetReport) {
  const provider = await findProvider(ctx, supply, target.accountId, found.report.provider);
  // Nobody is mailed about a report that is complete: a person asks the candidate again.
  const asksCandidate = provider?.provider.capabilities.asksCandidate === true;
  if (provider === undefined || asksCandidate || reasonAgainst(provider, found) !== undefined) return undefined;
  const exchange = await exchangeWith(ctx, supply, provider, target, found, 'recheck', (one, tools, asked) =>
    one.request(tools, asked),
  );
  return { provider: provider.provider, exchange };
}
