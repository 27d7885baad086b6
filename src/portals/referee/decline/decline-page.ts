// The page on which a referee says why they give no reference.
import type { Ctx } from '../../../context.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import { declineReference, reconsiderReference } from '../../../features/references/reference-decline-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { say, sayFields } from '../../../messages/say.ts';
import type { LinkPages } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { referenceBase, referenceModel, requireDeclined, requireReference, subjectModel } from '../referee-request.ts';
import { declineReasons } from './decline-words.ts';

type Reason = keyof typeof declineReasons;

export function declinePage(pages: LinkPages, ctx: Ctx): void {
  const modelOf = (request: Parameters<typeof referenceModel>[0], form: OpenReference) => ({
    ...referenceModel(request, form, say('Why can you not give this reference?')),
    ...subjectModel(form),
    // Who was asked about a friend or a tenancy has no employer in common with them.
    reasons: Object.entries(declineReasons)
      .filter(([value]) => value !== 'left' || form.reference.request.claim.list === 'activities')
      .map(([value, text]) => ({ value, text: say(text) })),
    chosen: String(request.body?.reason ?? ''),
    details: String(request.body?.details ?? ''),
  });

  pages.get('/decline', requireReference, (request, reply, form) =>
    renderPage(request, reply, 'referee/decline/decline.njk', modelOf(request, form)),
  );

  pages.post('/decline', requireReference, async (request, reply, form) => {
    const chosen = String(request.body?.reason ?? '');
    const text = Object.hasOwn(declineReasons, chosen) ? declineReasons[chosen as Reason] : '';
    const details = String(request.body?.details ?? '').trim();
    try {
      await declineReference(ctx, form, text === '' || details === '' ? text : `${text}: ${details}`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      const model = { ...modelOf(request, form), errors: sayFields(error.fields) };
      return renderPage(request, reply.status(422), 'referee/decline/decline.njk', model);
    }
    return reply.redirect(referenceBase(request), 303);
  });

  pages.post('/decline/undo', requireDeclined, async (request, reply, form) => {
    if (form.mayReconsider) await reconsiderReference(ctx, form);
    return reply.redirect(referenceBase(request), 303);
  });
}
