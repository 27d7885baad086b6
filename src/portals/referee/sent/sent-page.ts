// What a referee sent, to read and to keep as a PDF.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { answerGroups } from '../../../features/references/answer-rules.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import { say } from '../../../messages/say.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { replyWithCopy } from '../../shared/sent-copy/sent-copy.ts';
import { declaration } from '../answers/answers-page.ts';
import { sentLettersOf } from '../letter/letter-page.ts';
import { othersModel } from '../others/others-page.ts';
import { referenceBase, referenceModel, requireSent, shownQuestions, subjectModel } from '../referee-request.ts';

/** The newest version, with the names of the letters. */
async function readSent(ctx: Ctx, form: OpenReference) {
  const { scope = 'whole', answers, earlier = [] } = form.sent;
  const letters = await sentLettersOf(ctx, form);
  return {
    groups: answerGroups(shownQuestions(form), scope, answers),
    letters: letters.map(({ fileName }) => fileName),
    sentAt: form.reference.repliedAt!,
    firstSentAt: earlier[0] && new Date(earlier[0].sentAt),
  };
}

async function show(ctx: Ctx, request: LinkRequest, reply: FastifyReply, form: OpenReference) {
  const base = referenceBase(request);
  return renderPage(request, reply, 'referee/sent/sent.njk', {
    ...referenceModel(request, form, say('Your reference has been sent')),
    ...subjectModel(form),
    ...(await othersModel(ctx, form)),
    ...(await readSent(ctx, form)),
    wasTold: request.query.told !== undefined,
    updateHref: form.questionnaire.isRegulatory && !form.mayCorrect ? `${base}/update` : undefined,
    afterwards: form.questionnaire.afterwards,
    order: orderNumber(form.orderId),
    mistakeHref: form.isCorrecting ? `${base}/answers` : `${base}/mistake`,
    isCorrecting: form.isCorrecting,
  });
}

export function sentPage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/sent', requireSent, (request, reply, form) => show(ctx, request, reply, form));

  pages.get('/sent/file', requireSent, async (_, reply, form) => {
    const { groups, letters, sentAt } = await readSent(ctx, form);
    const { candidateName: name, place, asker } = subjectModel(form);
    const answers = groups.map(({ title, rows }) => ({
      title,
      rows: rows.map(({ label, text }) => ({ label, lines: text.split('\n') })),
    }));
    const asked =
      asker.length === 0
        ? []
        : [{ title: say('The request'), rows: asker.map(({ label, text }) => ({ label, lines: [text] })) }];
    const files = { title: say('Letter'), rows: [{ label: say('Files'), lines: letters }] };
    return replyWithCopy(ctx, reply, 'reference', {
      title: say('Your reference'),
      order: orderNumber(form.orderId),
      about: place === undefined ? say('On {name}', { name }) : say('On {name} at {place}', { name, place }),
      accountName: form.accountName,
      sentAt,
      sections: [...asked, ...answers, ...(letters.length === 0 ? [] : [files])],
      declaration: say(declaration),
    });
  });
}
