// Applications that authorities work on, by age, with a mark from the day on which they are escalated.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { callOffApplication } from '../../../features/cases/application-actions.ts';
import {
  findApplications,
  findApplicationsToCallOff,
  type ListedApplication,
} from '../../../features/lists/application-list-queries.ts';
import { openCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { applicationStages, ESCALATION_DAYS } from '../../../features/reports/application-rules.ts';
import { daysBetween } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { deskRow } from '../queue/queue-list.ts';

const path = '/desk/sent-out/applications';
const PER_PAGE = 50;

async function rowsOf(ctx: Ctx, user: UserOf<'desk'>, found: readonly ListedApplication[], page: number) {
  const names = await openCandidateNames(ctx, user, found, { list: 'applications', page });
  const times = { now: ctx.now(), calendar: ctx.calendar() };
  return found.map((one) => {
    const row = deskRow(one, names, user, times);
    const days = daysBetween(ukDateOf(one.applied_at), row.today);
    return {
      ...row,
      appliedAt: one.applied_at,
      age: days === 0 ? 'Today' : days === 1 ? '1 day' : `${days} days`,
      isLate: days >= ESCALATION_DAYS,
      stage: one.application_stage && applicationStages[one.application_stage],
      lookedOn: one.application_looked_on,
    };
  });
}

type EndedRequest = FastifyRequest<{ Params: { reportId: string }; Body: Record<string, unknown> | null }>;

export function applicationsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.post(`${path}/:reportId/called-off`, { permission: 'send_out' }, async (request: EndedRequest, reply, user) => {
    await callOffApplication(ctx, user, request.params.reportId);
    const environment = request.body?.environment === 'test' ? 'test' : undefined;
    return reply.redirect(listHref(path, listParameters({ environment, done: 'called_off' })), 303);
  });

  pages.get(path, { permission: 'read_reports', byEnvironment: true }, async (request: FormRequest, reply, user) => {
    const environment = request.query.environment === 'test' ? 'test' : 'live';
    const asked = Number(request.query.page);
    const page = Number.isInteger(asked) && asked > 0 && asked < 100_000 ? asked : 1;
    const at = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 };
    const found = await findApplications(ctx.db, user, environment, at);
    const ended = await findApplicationsToCallOff(ctx.db, user, environment, { offset: 0, limit: PER_PAGE + 1 });
    const hrefOf = (to: number) =>
      listHref(
        path,
        listParameters({
          environment: environment === 'test' ? environment : undefined,
          page: to === 1 ? undefined : String(to),
        }),
      );
    return renderPage(request, reply, 'desk/applications/applications.njk', {
      title: 'Applications',
      environment,
      back: { text: 'Sent out', href: '/desk/sent-out' },
      escalationDays: ESCALATION_DAYS,
      rows: await rowsOf(ctx, user, found.slice(0, PER_PAGE), page),
      ended: await rowsOf(ctx, user, ended.slice(0, PER_PAGE), page),
      hasMoreEnded: ended.length > PER_PAGE,
      mayCallOff: mayDo(user, 'send_out'),
      isCalledOff: request.query.done === 'called_off',
      previousHref: page > 1 ? hrefOf(page - 1) : undefined,
      nextHref: found.length > PER_PAGE ? hrefOf(page + 1) : undefined,
    });
  });
}
