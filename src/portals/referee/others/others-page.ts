// Leads a referee from one reference to the others that wait for the same address, without another code.
import type { Ctx } from '../../../context.ts';
import { goToOther, listOtherReferences } from '../../../features/references/other-reference-actions.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import { type LinkPages, sessionTokenOf, setSessionCookieOf } from '../../shared/mailed-links/link-request.ts';
import { PREFIX, requireEntered } from '../referee-request.ts';

/** What `others.njk` shows, on the pages behind the code. */
export const othersModel = async (ctx: Ctx, form: OpenReference) => ({ others: await listOtherReferences(ctx, form) });

export function othersPage(pages: LinkPages, ctx: Ctx): void {
  pages.post('/others', requireEntered, async (request, reply, form) => {
    const { token, sessionToken } = await goToOther(
      ctx,
      form,
      sessionTokenOf(request) ?? '',
      String(request.body?.other ?? ''),
    );
    setSessionCookieOf(ctx, token, reply, sessionToken);
    return reply.redirect(`${PREFIX}/${token}`, 303);
  });
}
