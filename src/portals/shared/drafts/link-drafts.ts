// The drafts of somebody who came by a mailed link, all about the applicant of the link.
import type { Ctx } from '../../../context.ts';
import type { DraftSubject } from '../../../features/drafts/draft-actions.ts';
import type { LinkPages, OpenLink } from '../mailed-links/link-request.ts';
import { draftRequests } from './drafts.ts';

/** @param open for the device that entered the code */
export function linkDrafts<Opened>(
  pages: LinkPages,
  ctx: Ctx,
  open: OpenLink<Opened>,
  subjectOf: (opened: Opened) => DraftSubject,
): void {
  const requests = draftRequests(ctx);
  pages.get('/drafts', open, (request, reply, opened) => requests.send(request, reply, async () => subjectOf(opened)));
  pages.post('/drafts', open, (request, reply, opened) => requests.save(request, reply, async () => subjectOf(opened)));
  pages.post('/drafts/discard', open, (request, reply) => requests.discard(request, reply));
}
