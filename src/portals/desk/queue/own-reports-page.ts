// The end of a shift: several of one's own reports are released, or handed over to a colleague with notes.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { releaseReports } from '../../../features/cases/claim-actions.ts';
import {
  type HandedOver,
  handOverOwnReports,
  listTakers,
  readOwnReports,
} from '../../../features/cases/own-hand-over-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { typed } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { workerChoice } from '../away/away-words.ts';
import { typedText } from '../report/order-notes.ts';
import { backToQueue, doing, selectedIn } from './claim-forms.ts';
import { queueHref, readQueueQuery } from './queue-address.ts';
import { stateTag } from './queue-words.ts';

const path = '/desk/hand-over';
const permission = 'claim_reports' as const;

const words: FormWords = {
  to: {
    input: 'to',
    begins: 'The colleague',
    empty: 'Choose who takes over',
    instead: {
      'must be a colleague who may work on them': 'Choose a colleague who may work on these reports',
      'cannot take any of them: none is yours any more':
        'None of these reports is yours any more: they were given to somebody else, or are complete. Keep your note elsewhere',
    },
  },
  note: { input: 'note', begins: 'The note', empty: 'Write what your colleague must know, here or at each report' },
};

/** Of the note for all of them, and of the note of each. */
const wordsFor = (reportIds: readonly string[]): FormWords => ({
  ...words,
  ...Object.fromEntries(reportIds.map((id) => [noteInput(id), { input: noteInput(id), begins: 'The note' }])),
});

const noteInput = (reportId: string) => `note_${reportId}`;

/** The ids in the address, and then in the form. */
const idsIn = ({ query, body }: FormRequest): string[] =>
  text(body?.reports ?? query.reports)
    .split(' ')
    .filter(isUuid);

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
  const own = await readOwnReports(ctx, user, idsIn(request));
  // Whoever has typed a note keeps it.
  if (own.length === 0 && errors === undefined) throw new Refusal('not_found');
  const takers = await listTakers(
    ctx,
    user,
    own.map(({ account_id }) => account_id),
  );
  const today = ukDateOf(ctx.now());
  const choices = takers
    .map((one) => ({ ...workerChoice(one, today), selected: one.id === typed(request, 'to') }))
    .sort((one, other) => one.text.localeCompare(other.text, 'en'));
  const query = readQueueQuery(request.query);
  return renderPage(request, reply, 'desk/queue/own-hand-over.njk', {
    title: own.length > 1 ? `Hand over ${own.length} reports` : 'Hand over a report',
    back: { text: 'Work queue', href: queueHref(query) },
    errors,
    action: queueHref(query, path),
    reports: own.map(({ report_id }) => report_id).join(' '),
    note: typedText(request.body?.note),
    items: [{ value: '', text: 'Choose' }, ...choices],
    rows: own.map((report) => ({
      order: orderNumber(report.order_id),
      label: reportTypeById(report.report_type_id)?.label ?? 'Report',
      href: `/desk/reports/${report.report_id}`,
      account: report.account_name,
      tag: stateTag(report),
      dueOn: report.due_on,
      ...{ input: noteInput(report.report_id), note: typed(request, noteInput(report.report_id)) },
    })),
  });
}

export function ownReportsPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.post('/desk/own-reports', { permission }, async (request: FormRequest, reply, user) => {
    const reportIds = selectedIn(request);
    if (reportIds.length === 0) return backToQueue(request, reply, doing('unselected'));
    if (request.body?.move === 'release') {
      const released = await releaseReports(ctx, user, reportIds);
      return backToQueue(request, reply, { released: String(released) });
    }
    const query = readQueueQuery(request.query);
    return reply.redirect(queueHref(query, path, { reports: reportIds.join(' ') }), 303);
  });

  pages.get(path, { permission }, (request: FormRequest, reply, user) => show(ctx, request, reply, user));
  pages.post(path, { permission }, async (request: FormRequest, reply, user) => {
    const reportIds = idsIn(request);
    const ownNotes = new Map(reportIds.map((id) => [id, typed(request, noteInput(id))]));
    const given = { reportIds, toId: typed(request, 'to'), note: typedText(request.body?.note), ownNotes };
    let handed: HandedOver | undefined;
    const errors = await refusedFields(async () => {
      handed = await handOverOwnReports(ctx, user, given);
    }, wordsFor(reportIds));
    if (handed === undefined) return show(ctx, request, reply.status(422), user, errors);
    const { moved, own } = handed;
    const gone = reportIds.length - own;
    return backToQueue(request, reply, {
      ...{ handed: String(moved), of: String(own) },
      ...(gone > 0 && { gone: String(gone) }),
    });
  });
}
