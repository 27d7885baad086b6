// The figures of an account, as the client sees them: what came of its orders, how long reports take, how many on time, and why
// others were late.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { giveLateReason } from '../../../features/cases/late-reason-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { delayReasonWords } from '../../../messages/en-delays.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { sendLateReportsFile } from '../../shared/turnaround/late-reports.ts';
import { turnaroundOf } from '../../shared/turnaround/turnaround.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
  typedAll,
} from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';

const notices = { given: 'The reason stands at the reports. The client reads it.' } as const;
const reasonItems = [
  { value: '', text: 'Choose' },
  ...Object.entries(delayReasonWords).map(([value, text]) => ({ value, text })),
];

export function turnaroundPage(pages: AccountPages, ctx: Ctx): void {
  const timeOf = (period: unknown) => ({ period, now: ctx.now() });

  async function show(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    { period, errors }: { readonly period: unknown; readonly errors?: FieldMessages },
  ) {
    if (errors !== undefined) reply.status(422);
    const path = `${opened.path}/turnaround`;
    const model = await turnaroundOf(ctx, liveScopeOf(opened), {
      ...timeOf(period),
      path,
      seesResults: mayDo(opened.user, 'read_results'),
      hrefOf: ({ report_id }) => (mayDo(opened.user, 'read_reports') ? `/desk/reports/${report_id}` : undefined),
    });
    return renderAccountPage(request, reply, 'turnaround.njk', opened, {
      ...{ ...model, errors, reasonItems },
      giveAction: mayDo(opened.user, 'manage_accounts') ? path : undefined,
      done: noticeIn(request, notices),
      section: 'Turnaround',
    });
  }

  pages.get('/turnaround', { permission: 'read_accounts' }, async (request, reply, opened) =>
    show(request, reply, opened, { period: request.query.period }),
  );

  pages.post('/turnaround', { permission: 'manage_accounts' }, async (request, reply, opened) => {
    const [period, reason, reportIds] = [
      typed(request, 'period'),
      typed(request, 'reason'),
      typedAll(request, 'reports'),
    ];
    const caller = { ...liveScopeOf(opened), clockOffsetSeconds: 0 };
    const errors =
      reportIds.length === 0
        ? { reason: ['Tick the reports first'] }
        : await refusedFields(() => giveLateReason(ctx, caller, { reportIds: reportIds.filter(isUuid), reason }), {
            reason: { input: 'reason', begins: 'The reason', empty: 'Choose why they were late' },
          });
    if (errors !== undefined) return show(request, reply, opened, { period, errors });
    return reply.redirect(`${opened.path}/turnaround?${new URLSearchParams({ period, done: 'given' })}#late`, 303);
  });

  pages.get('/turnaround/file', { permission: 'read_accounts' }, async (request, reply, opened) =>
    sendLateReportsFile(ctx, liveScopeOf(opened), timeOf(request.query.period), reply),
  );
}
