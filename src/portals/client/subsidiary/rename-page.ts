// The page on which an administrator of the client renames one of its subsidiaries.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { listOfferedSubsidiaries, renameSubsidiary } from '../../../features/accounts/subsidiary-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { renameHref, subsidiaryWorkHref } from './subsidiary-work-page.ts';

const permission = 'change_own_settings' as const;

type RenameRequest = FastifyRequest<{ Params: { subsidiary_id: string }; Body: Record<string, unknown> | null }>;

export function renameSubsidiaryPage(pages: Pages<'client'>, ctx: Ctx): void {
  const path = renameHref(':subsidiary_id');

  async function show(request: RenameRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) {
    const all = await listOfferedSubsidiaries(ctx, callerFor(user, 'live'));
    const found = all.find(({ id }) => id === request.params.subsidiary_id);
    if (found === undefined) throw new Refusal('not_found');
    return renderPage(request, reply, 'client/subsidiary/rename.njk', {
      title: `Rename ${found.name}`,
      back: { text: `By ${user.units.one}`, href: subsidiaryWorkHref('live') },
      action: renameHref(found.id),
      externalId: found.external_id,
      name: errors === undefined ? found.name : String(request.body?.name ?? ''),
      errors,
    });
  }

  pages.get(path, { permission }, (request: RenameRequest, reply, user) => show(request, reply, user));

  pages.post(path, { permission }, async (request: RenameRequest, reply, user) => {
    const change = { id: request.params.subsidiary_id, name: String(request.body?.name ?? '') };
    const words = { name: { input: 'name', begins: 'The name', empty: 'Enter the name' } };
    const errors = await refusedFields(() => renameSubsidiary(ctx, callerFor(user, 'live'), change), words);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(`${subsidiaryWorkHref('live')}?done=renamed`, 303);
  });
}
