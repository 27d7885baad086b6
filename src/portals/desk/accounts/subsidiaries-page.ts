// The subsidiaries of an account: lists them, and adds one.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { createSubsidiary, listSubsidiaries } from '../../../features/accounts/account-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';

const notices = { added: 'The subsidiary is added.' };

const words: Readonly<Record<string, FieldWords>> = {
  name: { input: 'name', begins: 'The name', empty: 'Enter the name of the subsidiary' },
  externalId: { input: 'external_id', begins: 'The external id' },
};

export function subsidiariesPage(pages: AccountPages, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) =>
    renderAccountPage(request, reply, 'subsidiaries.njk', opened, {
      title: 'Subsidiaries',
      section: 'Subsidiaries',
      done: noticeIn(request, notices),
      errors,
      rows: await listSubsidiaries(ctx, opened.by, opened.account.id),
      form: { name: typed(request, 'name'), externalId: typed(request, 'external_id') },
    });

  pages.get('/subsidiaries', { permission: 'read_accounts' }, (request, reply, opened) => show(request, reply, opened));
  pages.post('/subsidiaries', { permission: 'manage_accounts' }, async (request, reply, opened) => {
    const given = { name: typed(request, 'name'), externalId: typed(request, 'external_id') || null };
    const errors = await refusedFields(() => createSubsidiary(ctx, opened.by, opened.account.id, given), words);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/subsidiaries?done=added`, 303);
  });
}
