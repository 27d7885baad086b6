// One section of the questions to a referee.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type Answers, askedSections, typedIn } from '../../../features/references/answer-rules.ts';
import type { Section } from '../../../features/references/questionnaire.ts';
import { type OpenReference, saveSection } from '../../../features/references/reference-answer-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayFields } from '../../../messages/say.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { questionFields, typedFrom } from '../../shared/questions/question-fields.ts';
import {
  openRequested,
  referenceBase,
  referenceModel,
  requireAnswers,
  shownQuestions,
  subjectModel,
} from '../referee-request.ts';
import { nextPath } from '../willing/willing-page.ts';

interface OpenSection {
  readonly form: OpenReference;
  readonly section: Section;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  readonly backHref: string;
}

async function requireSection(ctx: Ctx, request: LinkRequest, reply: FastifyReply): Promise<OpenSection | undefined> {
  const form = await requireAnswers(ctx, request, reply);
  if (form === undefined) return undefined;
  const base = referenceBase(request);
  const { scope } = form.reference.reply;
  if (scope === undefined) {
    reply.redirect(`${base}/willing`, 303);
    return undefined;
  }
  const sections = askedSections(form.questionnaire, scope);
  const index = sections.findIndex(({ key }) => key === request.params.page);
  const section = sections[index];
  if (section === undefined) throw new Refusal('not_found');
  const before = sections[index - 1];
  const first = form.isCorrecting ? `${base}/answers` : `${base}/willing`;
  const backHref = before === undefined ? first : `${base}/questions/${before.key}`;
  return { form, section, number: index + 1, count: sections.length, backHref };
}

function show(
  request: LinkRequest,
  reply: FastifyReply,
  { form, section: { key }, number, count, backHref }: OpenSection,
  typed: Answers,
  errors?: FieldMessages,
) {
  const section = shownQuestions(form).sections.find((one) => one.key === key)!;
  return renderPage(request, reply, 'referee/section/section.njk', {
    ...referenceModel(request, form, section.title),
    errors: errors && sayFields(errors),
    backHref,
    action: `${referenceBase(request)}/questions/${section.key}`,
    ...subjectModel(form),
    progress: say('{number} of {count}', { number, count }),
    intro: section.intro,
    fields: questionFields(section, typed, form.reference.reply.answers),
    typed,
  });
}

export function sectionPage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/questions/:page', requireSection, (request, reply, opened) =>
    show(request, reply, opened, typedFrom(opened.section, opened.form.reference.reply.answers)),
  );

  pages.post('/questions/:page', requireSection, async (request, reply, opened) => {
    const { form, section } = opened;
    const typed = typedIn(section, request.body ?? {});
    const errors = await saveSection(ctx, form, section, typed);
    if (errors !== undefined) return show(request, reply.status(422), opened, typed, errors);
    const { form: saved } = await openRequested(ctx, request, reply);
    return reply.redirect(nextPath(referenceBase(request), saved ?? form, section.key), 303);
  });
}
