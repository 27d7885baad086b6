// The page on which a referee says who should answer in their place. We write to nobody by it: a screener decides.
import type { Ctx } from '../../../context.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import { nameSomebodyElse } from '../../../features/references/reference-decline-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { say, sayFields } from '../../../messages/say.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { referenceBase, referenceModel, requireReference, subjectModel } from '../referee-request.ts';

const somebodyIn = ({ body }: LinkRequest) => {
  const text = (name: string) => String(body?.[name] ?? '').trim();
  return { name: text('name'), organisation: text('organisation'), email: text('email') };
};

export function somebodyElsePage(pages: LinkPages, ctx: Ctx): void {
  const modelOf = (request: LinkRequest, form: OpenReference) => ({
    ...referenceModel(request, form, say('Who should answer?')),
    ...subjectModel(form),
    typed: somebodyIn(request),
  });

  pages.get('/somebody-else', requireReference, (request, reply, form) =>
    renderPage(request, reply, 'referee/somebody-else/somebody-else.njk', modelOf(request, form)),
  );

  pages.post('/somebody-else', requireReference, async (request, reply, form) => {
    try {
      await nameSomebodyElse(ctx, form, somebodyIn(request));
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      const model = { ...modelOf(request, form), errors: sayFields(error.fields) };
      return renderPage(request, reply.status(422), 'referee/somebody-else/somebody-else.njk', model);
    }
    return reply.redirect(referenceBase(request), 303);
  });
}
