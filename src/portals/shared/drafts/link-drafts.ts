// The drafts of somebody who came by a mailed link, all about the applicant of the link.
import type { Ctx } from '../../../context.ts';
import type { DataKey } from '../../../platform/encryption/account-key.ts';
import type { LinkPages, OpenLink } from '../mailed-links/link-request.ts';
import { draftRequests } from './drafts.ts';

/** @param open for the device that entered the code */
export function linkDrafts(pages: LinkPages, ctx: Ctx, open: OpenLink<{ readonly key: DataKey }>): void {
  const requests = draftRequests(ctx);
  pages.get('/drafts', open, (request, reply, { key }) => requests.send(request, reply, async () => key));
  pages.post('/drafts', open, (request, reply, { key }) => requests.save(request, reply, async () => key));
  pages.post('/drafts/discard', open, (request, reply) => requests.discard(request, reply));
}
