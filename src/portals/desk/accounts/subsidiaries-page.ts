// The subsidiaries of an account: lists them, adds one, and changes the name and the external id of one.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { listUsers } from '../../../features/accounts/account-actions.ts';
import { changeSubsidiary, createSubsidiary, listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';

const notices = {
  added: 'The subsidiary is added.',
  added_many: 'The subsidiaries are added.',
  changed: 'The subsidiary is changed.',
  ended: 'The subsidiary has ended: no new order can be for it.',
  reopened: 'The subsidiary takes orders again.',
};

const changing = { permission: 'manage_accounts' } as const;

export const subsidiaryWords: Readonly<Record<string, FieldWords>> = {
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
      rows: (await listSubsidiaries(ctx, opened.by, opened.account.id)).map((row) => ({
        ...row,
        href: `${opened.path}/subsidiaries/${row.id}`,
      })),
      form: { name: typed(request, 'name'), externalId: typed(request, 'external_id') },
    });

  pages.get('/subsidiaries', { permission: 'read_accounts' }, (request, reply, opened) => show(request, reply, opened));
  pages.post('/subsidiaries', changing, async (request, reply, opened) => {
    const given = { name: typed(request, 'name'), externalId: typed(request, 'external_id') || null };
    const errors = await refusedFields(
      () => createSubsidiary(ctx, opened.by, opened.account.id, given),
      subsidiaryWords,
    );
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/subsidiaries?done=added`, 303);
  });

  const subsidiaryIn = async (request: FormRequest, { account, by }: OpenedAccount) => {
    const found = (await listSubsidiaries(ctx, by, account.id)).find(({ id }) => id === request.params.subsidiary_id);
    if (found === undefined) throw new Refusal('not_found');
    return found;
  };
  const showOne = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) => {
    const { id, name, external_id, ended_at: endedAt } = await subsidiaryIn(request, opened);
    return renderAccountPage(request, reply, 'subsidiary.njk', opened, {
      title: name,
      section: 'Subsidiaries',
      back: { text: 'Subsidiaries', href: `${opened.path}/subsidiaries` },
      errors,
      action: `${opened.path}/subsidiaries/${id}`,
      endedAt,
      people: await peopleOf(opened, id),
      form:
        errors === undefined
          ? { name, externalId: external_id ?? '' }
          : { name: typed(request, 'name'), externalId: typed(request, 'external_id') },
    });
  };

  /** Who sees it and nothing that takes orders: they may have left with it. */
  const peopleOf = async ({ account, by, path }: OpenedAccount, subsidiaryId: string) => {
    const [users, all] = await Promise.all([listUsers(ctx, by, account.id), listSubsidiaries(ctx, by, account.id)]);
    const others = all.filter((one) => one.ended_at === null && one.id !== subsidiaryId).map(({ id }) => id);
    return users
      .filter(({ disabled_at: disabledAt, subsidiary_ids: ids }) => disabledAt === null && ids?.includes(subsidiaryId))
      .filter(({ subsidiary_ids: ids }) => !ids?.some((id) => others.includes(id)))
      .map(({ id, name }) => ({ name, href: `${path}/users/${id}` }));
  };

  pages.post('/subsidiaries/:subsidiary_id/end', changing, async (request, reply, opened) => {
    const { id } = await subsidiaryIn(request, opened);
    const hasEnded = typed(request, 'do') === 'end';
    await changeSubsidiary(ctx, opened.by, opened.account.id, { id, hasEnded });
    return reply.redirect(`${opened.path}/subsidiaries?done=${hasEnded ? 'ended' : 'reopened'}`, 303);
  });
  pages.get('/subsidiaries/:subsidiary_id', changing, (request, reply, opened) => showOne(request, reply, opened));
  pages.post('/subsidiaries/:subsidiary_id', changing, async (request, reply, opened) => {
    const { id } = await subsidiaryIn(request, opened);
    const change = { id, name: typed(request, 'name'), externalId: typed(request, 'external_id') || null };
    const errors = await refusedFields(
      () => changeSubsidiary(ctx, opened.by, opened.account.id, change),
      subsidiaryWords,
    );
    if (errors !== undefined) return showOne(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}/subsidiaries?done=changed`, 303);
  });
}
