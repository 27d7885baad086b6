// The evidence of chosen people in one ZIP: begun from the record of staff, made in the background, downloaded here.
import type { Ctx } from '../../../context.ts';
import {
  type AccountExport,
  beginEvidence,
  EXPORT_DAYS,
  listEvidence,
  openExportPart,
} from '../../../features/account-exports/account-export-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { megabytes, sendExport } from '../../shared/exports/export-pages.ts';
import { noticeIn, typedAll } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { callerFor } from '../client-caller.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import {
  evidencePath,
  type RecordNotice,
  readRecordQuery,
  recordHref,
  recordNoticeHref,
  recordWish,
} from './record-wish.ts';

const notices = { begun: 'The evidence is being put together. You may leave this page.' };

const evidenceRow = ({ id, begunAt, endsAt, state, people, made, parts: [part] }: AccountExport) => ({
  ...{ begunAt, endsAt, state, people, made },
  file: part && { href: `${evidencePath}/${id}/${part.file_id}/file`, size: megabytes(part.size), orders: part.orders },
});

/** Why nothing was begun; undefined for any other refusal. */
function noticeOf(error: unknown): RecordNotice | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.reason === 'state_does_not_allow') return 'running';
  return error.reason === 'invalid_fields' ? (error.fields.person?.[0] as RecordNotice) : undefined;
}

export function evidencePage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_results' } as const;
  pages.get(evidencePath, options, async (request, reply, user) => {
    const all = await listEvidence(ctx, callerFor(user, 'live'));
    const isRunning = all.some(({ state }) => state === 'being_made');
    return renderPage(request, reply, 'client/people/evidence.njk', {
      title: 'Evidence of people',
      done: noticeIn(request as FormRequest, notices),
      keptDays: EXPORT_DAYS,
      back: { text: 'Record of staff', href: recordHref({}) },
      recordHref: recordHref({}),
      archives: all.map(evidenceRow),
      isRunning,
      scripts: isRunning ? ['progress.js'] : [],
    });
  });

  pages.post(evidencePath, { ...options, stepUp: 'exports' }, async (request: FormRequest, reply, signedIn) => {
    const { user, subsidiary } = await subsidiaryFilter(ctx, signedIn, request.query);
    const query = { ...readRecordQuery(request), subsidiary };
    const chosen = typedAll(request, 'person').filter(isUuid);
    const wish =
      request.body?.which === 'all'
        ? recordWish(ctx, user, query)
        : ({ view: 'everybody', applicantIds: chosen } as const);
    try {
      await beginEvidence(ctx, callerFor(user, 'live'), wish);
    } catch (error) {
      const notice = noticeOf(error);
      if (notice === undefined) throw error;
      return reply.redirect(recordNoticeHref(query, notice), 303);
    }
    return reply.redirect(`${evidencePath}?done=begun`, 303);
  });

  const file = `${evidencePath}/:export_id/:file_id/file`;
  pages.get(file, { ...options, stepUp: 'exports' }, async (request: FormRequest, reply, user) => {
    const { export_id: exportId, file_id: fileId } = request.params;
    const { content } = await openExportPart(ctx, callerFor(user, 'live'), exportId, fileId);
    return sendExport(reply, 'evidence', content);
  });
}
