// The forms that claim, release and assign reports, and take the next one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { claimReport, releaseReport, takeNextReport } from '../../../features/cases/claim-actions.ts';
import { assignMany } from '../../../features/cases/spread-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import type { Pages } from '../../shared/shell.ts';
import { doneHref } from '../many/many-address.ts';
import { filterOf, queueHref, readQueueQuery, wantsOwn } from './queue-address.ts';
import { ownText } from './queue-words.ts';

const doneTexts = {
  own: ownText,
  held: 'Somebody else has claimed this report in the meantime.',
  none: 'Nothing is left to take in this queue: every report is claimed, or waits for somebody else.',
  unselected: 'Select the reports first.',
  away: 'Nothing is assigned: who was chosen is away today.',
  saved: 'The view is saved.',
} as const;

export type Done = keyof typeof doneTexts;

/** What the last form did, by the address to which it led; undefined if nothing is to be said. */
export function doneText({
  done,
  assigned,
  handed,
  released,
  of,
  gone,
}: Readonly<Record<string, unknown>>): string | undefined {
  const isNumber = (text: unknown) => typeof text === 'string' && /^\d{1,5}$/.test(text);
  if (isNumber(assigned) && isNumber(of)) {
    const text = assigned === '1' ? '1 report is assigned.' : `${assigned} reports are assigned.`;
    return assigned === of
      ? text
      : `${text} The others were theirs already, or cannot be given to them: the list says who has each.`;
  }
  if (isNumber(released)) return released === '1' ? '1 report is released.' : `${released} reports are released.`;
  if (isNumber(handed) && isNumber(of)) {
    const text = handed === '1' ? '1 report is handed over.' : `${handed} reports are handed over.`;
    const stay = handed === of ? '' : ' The others stay with you: your colleague may not work on them.';
    const left = gone === '1' ? ' 1 report was not yours any more.' : ` ${gone} reports were not yours any more.`;
    return `${text}${stay}${isNumber(gone) ? left : ''}`;
  }
  return typeof done === 'string' && Object.hasOwn(doneTexts, done) ? doneTexts[done as Done] : undefined;
}

/** Whether all that was asked for was done. */
export const hasDone = ({ done, assigned, handed, released, of, gone }: Readonly<Record<string, unknown>>): boolean =>
  done === 'saved' ||
  (gone === undefined && [assigned, handed].some((count) => count !== undefined && count !== '0' && count === of)) ||
  (released !== undefined && released !== '0');

export type FormRequest = FastifyRequest<{
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null | undefined;
}>;

const textsOf = (value: unknown): string[] => [value ?? []].flat().filter((one) => typeof one === 'string');

/** The reports that are ticked, or all that the page showed. */
export const selectedIn = ({ body }: FormRequest): string[] =>
  body?.which === 'all'
    ? String(body.shown ?? '')
        .trim()
        .split(' ')
        .filter(isUuid)
    : textsOf(body?.reports);

/** Back to the queue as it was. @param at the report whose link gets the focus */
export function backToQueue(
  request: FormRequest,
  reply: FastifyReply,
  more: Readonly<Record<string, string>>,
  at?: string,
) {
  const href = queueHref(readQueueQuery(request.query), '/desk', more);
  return reply.redirect(isUuid(at) ? `${href}#open-${at}` : href, 303);
}

export const doing = (done: Done) => ({ done });

/** Undefined if who was chosen is away. */
export async function ifNotAway<T>(assign: () => Promise<T>): Promise<T | undefined> {
  try {
    return await assign();
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    return undefined;
  }
}

export function claimForms(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.post('/desk/claims', { permission: 'claim_reports' }, async (request: FormRequest, reply, user) => {
    const { claim, release } = request.body ?? {};
    if (typeof release === 'string') {
      await releaseReport(ctx, user, release);
      // From one's own the row is gone: the page offers the way back.
      return backToQueue(request, reply, isUuid(release) ? { gave: release } : {}, release);
    }
    if (typeof claim !== 'string') throw new Refusal('not_found');
    const claimed = await claimReport(ctx, user, claim);
    return backToQueue(request, reply, claimed === 'claimed' ? {} : doing(claimed), claim);
  });

  pages.post('/desk/assignments', { permission: 'assign_reports' }, async (request: FormRequest, reply, user) => {
    const assignee = request.body?.assignee;
    const reportIds = selectedIn(request);
    if (reportIds.length === 0) return backToQueue(request, reply, doing('unselected'));
    const assigneeId = typeof assignee === 'string' && assignee !== '' ? assignee : null;
    const done = await ifNotAway(() => assignMany(ctx, user, { reportIds, assigneeId }));
    if (done === undefined) return backToQueue(request, reply, doing('away'));
    if (done.left.length > 0) return reply.redirect(doneHref(readQueueQuery(request.query), 'assign', done), 303);
    return backToQueue(request, reply, { assigned: String(done.done), of: String(reportIds.length) });
  });

  pages.post('/desk/next', { permission: 'claim_reports' }, async (request: FormRequest, reply, user) => {
    const query = readQueueQuery(request.query);
    const after = request.body?.after;
    const ownFirst = wantsOwn(query);
    const taken = await takeNextReport(ctx, user, {
      ...{ filter: filterOf(query, { now: ctx.now(), calendar: ctx.calendar() }), ownFirst },
      after: typeof after === 'string' ? after : undefined,
    });
    if (taken === undefined) return reply.redirect(queueHref(query, '/desk', doing('none')), 303);
    const isOther = ownFirst ? taken.claim === 'claimed' : taken.claim === 'own';
    const said = isOther ? `?done=${taken.claim}_next` : '';
    return reply.redirect(`/desk/reports/${taken.reportId}${said}`, 303);
  });

  // From the page of the report, to which it leads back.
  pages.post(
    '/desk/reports/:reportId/assignee',
    { permission: 'claim_reports' },
    async (request: FormRequest & FastifyRequest<{ Params: { reportId: string } }>, reply, user) => {
      const reportId = request.params.reportId.toLowerCase();
      if (request.body?.move === 'release') await releaseReport(ctx, user, reportId);
      else await claimReport(ctx, user, reportId);
      return reply.redirect(`/desk/reports/${reportId}`, 303);
    },
  );
}
