// Shows with the facts of a report why its barred lists may be searched, and records it where nobody has said it.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { recordListGrounds } from '../../../features/cases/list-ground-actions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { groundChoices, groundedLists, groundText } from '../../../features/report-types/list-ground-rules.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { type BarredListName, barredLists } from '../../../features/value-sets/refinement-values.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { BARRED_LISTS } from '../../../messages/en-queries.ts';
import { groundInput } from '../../shared/barred-list-words.ts';
import { typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { reportHead } from '../sent-out/report-head.ts';
import { typeOf } from './report-moves.ts';
import type { ReportPanel } from './report-panel.ts';
import { type ReportRequest, reportPath } from './report-request.ts';

const permission = 'record_outcomes' as const;
const path = `${reportPath}/barred-lists`;

type Opened = Pick<OpenedReport, 'check' | 'report' | 'jobRole'>;

const labelOf = (list: BarredListName) => barredLists.find(({ name }) => name === list)!.label;

const listsOf = ({ check, report, jobRole }: Opened) =>
  groundedLists(
    { type: typeOf(report), options: report.options },
    { stated: check.order.list_grounds, role: jobRole },
  ).map((one) => ({ ...one, label: labelOf(one.list) }));

/** In sentences. */
export const groundLacks = (opened: Opened): string[] =>
  listsOf(opened).flatMap(({ label, ground }) =>
    ground === undefined ? [`${label}: nobody has said why it may be searched.`] : [],
  );

/** Where the answers about the job role say it, nobody types it. */
const mayState = ({ check, jobRole }: Opened, user: UserOf<'desk'>): boolean =>
  mayDo(user, permission) && isOngoing(check.status) && !check.isRestricted && !jobRole?.eligibility;

export const listGroundsPanel: ReportPanel = {
  place: 'facts',
  template: 'desk/report/list-grounds.njk',
  model(_ctx, opened, user) {
    const lists = listsOf(opened);
    if (lists.length === 0) return undefined;
    const { id, status } = opened.report;
    const isLacking = lists.some(({ ground }) => ground === undefined);
    return {
      lists: lists.map(({ label, ground }) => ({ label, text: ground && groundText(ground) })),
      ofRole: opened.jobRole?.eligibility ? opened.jobRole.role_title : undefined,
      isLacking,
      href: mayState(opened, user) ? `/desk/reports/${id}/barred-lists` : undefined,
      askHref:
        isLacking && mayDo(user, 'ask_queries') && allowsAction(status, 'ask_query')
          ? `/desk/reports/${id}/queries/new?addressee=client&kind=${BARRED_LISTS}`
          : undefined,
    };
  },
};

export function listGroundsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = (
    request: ReportRequest,
    reply: FastifyReply,
    opened: OpenedReport,
    { shown, errors }: { readonly shown: Readonly<Record<string, string>>; readonly errors?: FieldMessages },
  ) =>
    renderPage(request, reply, 'desk/report/list-grounds-page.njk', {
      title: 'Why barred lists are asked',
      ...reportHead(opened),
      errors,
      lists: listsOf(opened).map(({ list, label }) => ({
        input: groundInput(list),
        label,
        items: groundChoices(list).map((one) => ({ ...one, checked: one.value === shown[groundInput(list)] })),
      })),
    });

  const open = async (request: ReportRequest, user: UserOf<'desk'>) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    if (listsOf(opened).length === 0 || !mayState(opened, user)) throw new Refusal('state_does_not_allow');
    return opened;
  };

  pages.get(path, { permission }, async (request: ReportRequest, reply, user) => {
    const opened = await open(request, user);
    const shown = Object.fromEntries(listsOf(opened).map(({ list, ground }) => [groundInput(list), ground ?? '']));
    return show(request, reply, opened, { shown });
  });

  pages.post(path, { permission }, async (request: ReportRequest, reply, user) => {
    const opened = await open(request, user);
    const { reportId } = request.params;
    const given = listsOf(opened).map(({ list }) => [list, typed(request, groundInput(list))] as const);
    try {
      await recordListGrounds(ctx, user, reportId, Object.fromEntries(given));
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      const named = <T>(of: readonly (readonly [string, T])[]) =>
        Object.fromEntries(of.map(([list, value]) => [groundInput(list as BarredListName), value]));
      const errors = named(Object.entries(error.fields));
      return show(request, reply.status(422), opened, { shown: named(given), errors });
    }
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=list_grounds`, 303);
  });
}
