// The desk sees each mail to a client's candidates and referees before it goes out.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import {
  type Previewing,
  previewHtml,
  previewModel,
  previewPolicy,
  sendPreview,
  sentPreviewHref,
} from '../../shared/mail-previews/mail-previews.ts';
import { type AccountPages, type FormRequest, type OpenedAccount, renderAccountPage } from './account-request.ts';

export const mailPreviewEnd = '/settings/mails';

const previewing = ({ account, path, by, user }: OpenedAccount): Previewing => ({
  ...{ accountId: account.id, path: `${path}${mailPreviewEnd}`, by, isOwn: false, user },
});

export function accountMailPreviewPage(pages: AccountPages, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) =>
    renderAccountPage(request, reply, 'mail-preview.njk', opened, {
      ...(await previewModel(ctx, request, previewing(opened), errors)),
      section: 'Settings',
      accountName: opened.account.name,
    });

  pages.get(mailPreviewEnd, { permission: 'read_accounts' }, (request, reply, opened) => show(request, reply, opened));

  const sending = { permission: 'manage_accounts', isRepeatable: true } as const;
  pages.post(mailPreviewEnd, sending, async (request, reply, opened) => {
    const errors = await sendPreview(ctx, request, previewing(opened));
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(sentPreviewHref(request, `${opened.path}${mailPreviewEnd}`), 303);
  });

  pages.get(`${mailPreviewEnd}/file`, { permission: 'read_accounts' }, async (request, reply, opened) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', previewPolicy)
      .send(await previewHtml(ctx, request, previewing(opened))),
  );
}
