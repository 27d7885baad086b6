// A check as its client sees it: who, what was asked for, where it stands, and the results as a file.
import type { FastifyInstance } from 'fastify';
import type { Ctx, Tenant } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readCheck } from '../../../features/checks/check-actions.ts';
import { downloadUri } from '../../../features/checks/check-links.ts';
import { worstLight } from '../../../features/checks/check-rules.ts';
import { storeEvents } from '../../../features/events/event-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { type PageModel, renderPage } from '../../shared/page-renderer.ts';
import { frameFor, signedInUserOf } from '../../shared/signed-in.ts';
import { checkTags, lightTags, reportTags, type Tag } from '../../shared/status-tags.ts';

interface CheckModel extends PageModel {
  readonly orderId: number;
  readonly candidateName: string;
  readonly isTest: boolean;
  readonly status: Tag;
  readonly light: Tag | undefined;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly purchaseOrderNumber: string;
  readonly resultsHref: string;
  readonly isFinal: boolean;
  readonly reports: readonly {
    readonly label: string;
    readonly status: Tag;
    readonly light: Tag | undefined;
    readonly notes: string;
  }[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The address does not say which environment; an id exists in one of them at most. */
async function findCheck(ctx: Ctx, accountId: string, id: string): Promise<Check> {
  const inEnvironment = (environment: Tenant['environment']) => readCheck(ctx, { accountId, environment }, id);
  return inEnvironment('live').catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === 'not_found') return inEnvironment('test');
    throw error;
  });
}

const tagOf = (light: keyof typeof lightTags | null) => (light === null ? undefined : lightTags[light]);

async function modelOf(ctx: Ctx, check: Check): Promise<Omit<CheckModel, keyof PageModel>> {
  const { facts, tags } = check.order;
  return {
    orderId: check.orderId,
    candidateName: `${facts.first_name} ${facts.last_name}`,
    isTest: check.tenant.environment === 'test',
    status: checkTags[check.status],
    light: tagOf(worstLight(check.reports)),
    createdAt: check.createdAt,
    completedAt: check.completedAt,
    purchaseOrderNumber: tags[0] ?? '',
    resultsHref: `${await downloadUri(ctx, { ...check.tenant, checkId: check.id })}.pdf`,
    isFinal: check.status === 'complete',
    reports: check.reports.map((report) => ({
      label: reportTypeById(report.reportTypeId)?.label ?? report.name,
      status: reportTags[report.status],
      light: report.status === 'complete' ? tagOf(report.trafficLight) : undefined,
      notes: report.status === 'complete' ? report.findings.notes : '',
    })),
  };
}

/** Below `requireSignIn`. Every look at a result is recorded. */
export function checkPage(app: FastifyInstance, ctx: Ctx): void {
  app.get<{ Params: { check_id: string } }>('/portal/checks/:check_id', async (request, reply) => {
    const user = signedInUserOf(request, 'client');
    if (!uuid.test(request.params.check_id)) throw new Refusal('not_found');
    const check = await findCheck(ctx, user.accountId, request.params.check_id);
    await storeEvents(ctx, { ...check.tenant, actor: `user:${user.userId}`, clockOffsetSeconds: 0 }, [
      {
        type: 'check.results_read',
        resourceId: check.id,
        status: check.status,
        applicantId: check.applicantId,
        checkId: check.id,
      },
    ]);
    const model: CheckModel = {
      ...frameFor(user, ''),
      title: `Order VF${check.orderId}`,
      ...(await modelOf(ctx, check)),
    };
    return renderPage(request, reply, 'client/check/check.njk', model);
  });
}
