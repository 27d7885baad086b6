// The page on which a screener records an update of a regulatory reference that came by letter, mail or telephone.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { reportUpdate } from '../../../features/cases/reference-update-actions.ts';
import { questionnaires } from '../../../features/references/questionnaires.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import {
  type OpenedReference,
  openReadReference,
  pageOf,
  type ReferenceRequestOf,
  referencePath,
} from './reference-request.ts';

const path = `${referencePath}/update`;

const show = (
  request: ReferenceRequestOf,
  reply: FastifyReply,
  found: OpenedReference,
  sent?: { readonly text: string; readonly errors: FieldMessages },
) =>
  renderPage(request, reply, 'desk/references/update.njk', {
    title: 'Record an update of the reference',
    environment: found.opened.check.tenant.environment,
    back: { text: 'Back to the reference', href: pageOf(found) },
    action: `${pageOf(found)}/update`,
    ...{ typed: sent?.text, errors: sent?.errors },
  });

async function opened(ctx: Ctx, user: UserOf<'desk'>, request: ReferenceRequestOf): Promise<OpenedReference> {
  const found = await openReadReference(ctx, user, request);
  const { status, questionnaire } = found.reference;
  if (!('isRegulatory' in questionnaires[questionnaire])) throw new Refusal('not_found');
  if (status !== 'answered') throw new Refusal('state_does_not_allow');
  return found;
}

export function referenceUpdatePages(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission: 'ask_references' } as const;
  pages.get(path, options, async (request: ReferenceRequestOf, reply, user) =>
    show(request, reply, await opened(ctx, user, request)),
  );
  pages.post(path, options, async (request: ReferenceRequestOf, reply, user) => {
    const found = await opened(ctx, user, request);
    const { caller, check, key } = found.opened;
    if (key === undefined) throw new Refusal('not_found');
    const text = textIn(request.body, 'text').replaceAll('\r\n', '\n');
    const { id: referenceId, readerId: reportId } = found.reference;
    const about = { caller, key, checkId: check.id, reportId, referenceId, applicantId: check.applicantId };
    const errors = await refusedFieldsOf(() => reportUpdate(ctx, about, text));
    if (errors !== undefined) return show(request, reply.status(422), found, { text, errors });
    return reply.redirect(`${pageOf(found)}?done=updated`, 303);
  });
}
