// Saves views of the queue, and the page on which a desk user renames and removes their own.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { listSavedViews, removeView, renameView, saveView } from '../../../features/lists/saved-view-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import type { Done } from './claim-forms.ts';
import { queueHref, readQueueQuery, savedAddress, savedHref } from './queue-address.ts';
import { queuePageModel } from './queue-page.ts';

const textIn = (body: FormRequest['body'], name: string): string => {
  const value = body?.[name];
  return typeof value === 'string' ? value : '';
};

/** The messages about the name; other refusals have pages of their own. */
function nameMessages(error: unknown): readonly string[] {
  if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
  return error.fields.name ?? [];
}

interface Typed {
  readonly name: string;
  readonly newName: string;
  readonly messages: readonly string[];
}

const notices = { renamed: 'The view has its new name.', removed: 'The view is removed.' };

async function viewsModel(ctx: Ctx, user: UserOf<'desk'>, typed?: Typed) {
  const views = (await listSavedViews(ctx, user)).map(({ name, address }, index) => ({
    name,
    typed: name === typed?.name ? typed.newName : name,
    field: `name-${index}`,
    href: savedHref(address),
  }));
  const field = views.find(({ name }) => name === typed?.name)?.field;
  const errors: FieldMessages | undefined = field && typed ? { [field]: typed.messages } : undefined;
  return { title: 'Saved views', views, errors };
}

export function savedViewsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, typed?: Typed) =>
    renderPage(request, reply, 'desk/queue/saved-views.njk', {
      ...(await viewsModel(ctx, user, typed)),
      done: noticeIn(request, notices),
    });

  pages.get('/desk/views', { permission: 'read_reports' }, (request: FormRequest, reply, user) =>
    show(request, reply, user),
  );

  pages.post('/desk/views', { permission: 'read_reports' }, async (request: FormRequest, reply, user) => {
    const query = { ...readQueueQuery(request.query), page: 1 };
    const typedName = textIn(request.body, 'name');
    try {
      await saveView(ctx, user, { name: typedName, address: savedAddress(query) });
    } catch (error) {
      const refused = { typedName, errors: { name: nameMessages(error) } };
      const model = await queuePageModel(ctx, user, request);
      return renderPage(request, reply.status(422), 'desk/queue/queue.njk', { ...model, ...refused });
    }
    return reply.redirect(queueHref(query, '/desk', { done: 'saved' satisfies Done }), 303);
  });

  pages.post('/desk/views/change', { permission: 'read_reports' }, async (request: FormRequest, reply, user) => {
    const [name, newName] = [textIn(request.body, 'name'), textIn(request.body, 'new_name')];
    if (textIn(request.body, 'change') === 'remove') {
      await removeView(ctx, user, name);
      return reply.redirect('/desk/views?done=removed', 303);
    }
    try {
      await renameView(ctx, user, name, newName);
      return reply.redirect('/desk/views?done=renamed', 303);
    } catch (error) {
      return show(request, reply.status(422), user, { name, newName, messages: nameMessages(error) });
    }
  });
}
