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
import { askedTimeIn, spanOf } from '../../shared/turnaround/turnaround-time.ts';
import { figuresPath } from '../figures/figures-query.ts';
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
  async function show(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    {
      asked,
      errors,
      ticked,
      reason = '',
    }: {
      readonly asked: Readonly<Record<string, unknown>>;
      readonly errors?: FieldMessages;
      /** What was sent, where it was refused. */
      readonly ticked?: readonly string[];
      readonly reason?: string;
    },
  ) {
    const path = `${opened.path}/turnaround`;
    const model = await turnaroundOf(ctx, liveScopeOf(opened), {
      ...askedTimeIn(asked, ctx.now()),
      path,
      seesResults: mayDo(opened.user, 'read_results'),
      hrefOf: ({ report_id }) => (mayDo(opened.user, 'read_reports') ? `/desk/reports/${report_id}` : undefined),
    });
    const wrong = errors ?? model.errors;
    if (wrong !== undefined) reply.status(422);
    return renderAccountPage(request, reply, 'turnaround.njk', opened, {
      ...{ ...model, errors: wrong, ticked },
      reasonItems: reasonItems.map((item) => ({ ...item, selected: item.value === reason })),
      // Whoever reads no accounts came from the figures.
      ...(mayDo(opened.user, 'read_accounts') ? {} : { back: { text: 'Figures', href: figuresPath } }),
      giveAction: mayDo(opened.user, 'give_late_reasons') ? path : undefined,
      done: noticeIn(request, notices),
      section: 'Turnaround',
    });
  }

  pages.get('/turnaround', { permission: 'read_turnaround' }, async (request, reply, opened) =>
    show(request, reply, opened, { asked: request.query }),
  );

  pages.post('/turnaround', { permission: 'give_late_reasons' }, async (request, reply, opened) => {
    const isAll = typed(request, 'which') === 'all';
    const reason = typed(request, 'reason');
    const reportIds = isAll ? typed(request, 'shown').split(' ').filter(isUuid) : typedAll(request, 'reports');
    const { address: asked } = spanOf(askedTimeIn(request.body ?? {}, ctx.now()));
    const caller = { ...liveScopeOf(opened), clockOffsetSeconds: 0 };
    const errors =
      reportIds.length === 0
        ? { reason: ['Tick the reports first'] }
        : await refusedFields(() => giveLateReason(ctx, caller, { reportIds: reportIds.filter(isUuid), reason }), {
            reason: { input: 'reason', begins: 'The reason', empty: 'Choose why they were late' },
          });
    if (errors !== undefined) return show(request, reply, opened, { asked, errors, ticked: reportIds, reason });
    return reply.redirect(`${opened.path}/turnaround?${new URLSearchParams({ ...asked, done: 'given' })}#late`, 303);
  });

  pages.get('/turnaround/file', { permission: 'read_turnaround' }, async (request, reply, opened) =>
    sendLateReportsFile(ctx, liveScopeOf(opened), askedTimeIn(request.query, ctx.now()), reply),
  );
}
