// A client's administrator sees each mail to candidates and referees before it goes out.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import {
  type Previewing,
  previewHtml,
  previewModel,
  previewPolicy,
  sendPreview,
  sentPreviewHref,
} from '../../shared/mail-previews/mail-previews.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import type { ClientUser } from '../client-caller.ts';

/** Below the agreement, from which it is reached. */
export const mailPreviewPath = '/portal/agreement/mails';
const permission = 'change_own_settings' as const;

const previewing = (user: ClientUser): Previewing => ({
  ...{ accountId: user.accountId, path: mailPreviewPath, by: authorityOf(user), isOwn: true, user },
});

export function mailPreviewPage(pages: Pages<'client'>, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) =>
    renderPage(request, reply, 'client/mails/mail-preview.njk', {
      ...(await previewModel(ctx, request, previewing(user), errors)),
      back: { text: 'Agreement', href: '/portal/agreement' },
    });

  pages.get(mailPreviewPath, { permission }, (request: FormRequest, reply, user) => show(request, reply, user));

  pages.post(mailPreviewPath, { permission, isRepeatable: true }, async (request: FormRequest, reply, user) => {
    const errors = await sendPreview(ctx, request, previewing(user));
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(sentPreviewHref(request, mailPreviewPath), 303);
  });

  pages.get(`${mailPreviewPath}/file`, { permission }, async (request: FormRequest, reply, user) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', previewPolicy)
      .send(await previewHtml(ctx, request, previewing(user))),
  );
}
