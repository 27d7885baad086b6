// The set-up of provider tests: an account with live reports, a stand-in on loopback, and a clock that can be moved.
import { after } from 'node:test';
import { createApplicant } from '../../src/features/applicants/applicant-actions.ts';
import { readCheck } from '../../src/features/checks/check-actions.ts';
import { createCheck } from '../../src/features/checks/check-placing-actions.ts';
import { completeForm, moveReport } from '../../src/features/checks/check-progress-actions.ts';
import type { CriminalDetails } from '../../src/features/checks/check-rules.ts';
import { type ApplicantFacts, noFacts } from '../../src/features/facts/facts.ts';
import type { Target } from '../../src/features/provider-requests/answer-actions.ts';
import { chooseProviders } from '../../src/features/provider-requests/choice-actions.ts';
import { readExchanges } from '../../src/features/provider-requests/exchange-actions.ts';
import type { Provider } from '../../src/features/provider-requests/provider.ts';
import type { PersonReleases } from '../../src/features/provider-requests/provider-rules.ts';
import type { ProviderSupply } from '../../src/features/provider-requests/provider-supply.ts';
import { workOnRequest } from '../../src/features/provider-requests/request-actions.ts';
import type { MonitorPlanName } from '../../src/features/report-types/monitoring.ts';
import type { ReportType } from '../../src/features/report-types/report-type.ts';
import { reportTypeById } from '../../src/features/report-types/report-type-rules.ts';
import type { ReportMoveArguments } from '../../src/features/reports/report-actions.ts';
import { sql } from '../../src/platform/db/database.ts';
import { openProviders } from '../../src/providers/built-in.ts';
import { startProbity } from '../support/probity.ts';
import {
  answer,
  type ReceivedRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

/** An answer of a stand-in. */
export interface StandInReply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type StandIn = (request: ReceivedRequest) => StandInReply;

const person: Partial<ApplicantFacts> = {
  first_name: 'Jo',
  last_name: 'Sample',
  email: 'jo@candidate.test',
  gender: 'female',
  dob: '1985-06-14',
  country: 'GBR',
};

/** @param typeId the report type of the reports */
export async function openProviderWorld(typeId = 1, more: { readonly workers?: boolean } = {}) {
  const receiver = await startWebhookReceiver();
  const settings = { PROBITY_PROVIDER_ALLOW: '127.0.0.0/8:*', PROBITY_PROVIDER_CA: receiver.caFile };
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const probity = await startProbity({ settings, now, ...more });
  const { ctx } = probity;
  const opened = openProviders(probity.settings, { allow: [], ourPorts: [] });
  const added = new Map(opened.builtIn);
  const supply: ProviderSupply = { ...opened, builtIn: added };
  const caller = probity.account.caller('live');
  const type = reportTypeById(typeId)!;

  /** Makes a live report whose candidate has submitted the form. */
  async function report(
    facts: Partial<ApplicantFacts> = {},
    of: ReportType = type,
    monitor: MonitorPlanName | null = null,
    criminalDetails: CriminalDetails | null = null,
    ordered: Partial<ApplicantFacts> = {},
  ): Promise<Target> {
    const whole = { ...noFacts, ...person, ...facts };
    const applicant = await createApplicant(ctx, caller, { ...whole, ...ordered });
    const check = await createCheck(ctx, caller, applicant.id, {
      reports: [{ type: of, options: null, monitor }],
      criminalDetails,
      tags: [],
      activityYears: null,
      redirectUri: null,
      consider: [],
      orderedByUserId: null,
    });
    await completeForm(ctx, caller, check.id, whole);
    const { accountId, environment } = caller;
    return { accountId, environment, checkId: check.id, reportId: check.reports[0]!.id };
  }

  const statusOf = async ({ checkId, reportId }: Target) => {
    const { reports } = await readCheck(ctx, caller, checkId);
    return reports.find(({ id }) => id === reportId)!;
  };

  after(() => {
    supply.outgoing.close();
    return receiver.close();
  });
  return {
    ...probity,
    caller,
    supply,
    receiver,
    report,
    /** Adds a built-in provider. */
    add(provider: Provider): void {
      added.set(provider.name, provider);
    },
    choose: (providers: readonly string[], personReleases: PersonReleases = 'not_clear', of: ReportType = type) =>
      chooseProviders(
        ctx,
        'system',
        caller.accountId,
        { type: of, providers, personReleases },
        new Map([...added].map(([name, { capabilities }]) => [name, capabilities])),
      ),
    work: (target: Target) => workOnRequest(ctx, supply, target),
    /** Works until nothing is due within that time. */
    async workFor(target: Target, hours: number): Promise<void> {
      const end = now().getTime() + hours * 3_600_000 + 1000;
      for (let round = 0; round < 500; round += 1) {
        await workOnRequest(ctx, supply, target);
        const row = await probity.database.row<{ next_at: Date | null }>(sql`
          select min(next_at) as next_at from provider_requests where report_id = ${target.reportId}`);
        const nextAt = row?.next_at?.getTime();
        if (nextAt === undefined || nextAt > end) break;
        ahead += Math.max(0, nextAt - now().getTime());
      }
      ahead += Math.max(0, end - now().getTime());
    },
    statusOf,
    move: (target: Target, given: ReportMoveArguments) => moveReport(ctx, caller, target, given),
    exchanges: async ({ checkId, reportId }: Target) =>
      (await readExchanges(ctx, caller, { id: reportId, checkId })).exchanges,
    pass(hours: number): void {
      ahead += hours * 3_600_000;
    },
    now,
  };
}

export type ProviderWorld = Awaited<ReturnType<typeof openProviderWorld>>;

/** Makes the receiver answer like the stand-in. */
export function speakAs(receiver: WebhookReceiver, standIn: StandIn): void {
  receiver.behave((request, socket, index) => {
    const { status, body = '', headers = {} } = standIn(request);
    answer(status, { body, headers })(request, socket, index);
  });
}
