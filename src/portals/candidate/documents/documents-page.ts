// The candidate's documents: photos and files that the ordered checks are made from, attached to the order.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { discardOwnFile } from '../../../features/attachments/attachment-actions.ts';
import type { FormFront, OpenForm } from '../../../features/candidate-form/open-form.ts';
import { readCheck } from '../../../features/checks/check-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { attachSentFile, orderFiles, sendOrderFile } from '../../shared/files/order-files.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormRequest, formBase, formModel, requireForm } from '../candidate-form-request.ts';

/** What each check is made from, in the candidate's words. */
const wanted = {
  identity_document: 'Your passport, national identity card or biometric residence permit',
  right_to_work_documents:
    'What shows that you may work in the United Kingdom: your passport or national identity card, with a visa or permit that is still good if you need one; or your UK birth certificate and a letter or card with your National Insurance number',
  scottish_proofs: 'One proof of who you are and another one of where you live',
} as const;

/** Empty where nothing that was ordered is made from documents. */
export function wantedDocuments({ types }: FormFront): string[] {
  const needs = new Set(types.flatMap((type) => type.entryNeeds));
  return Object.entries(wanted).flatMap(([need, text]) => (needs.has(need as keyof typeof wanted) ? [text] : []));
}

const orderIdOf = async (ctx: Ctx, form: OpenForm) => (await readCheck(ctx, form.caller, form.link.checkId)).orderId;

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
  return renderPage(request, reply, 'candidate/documents/documents.njk', {
    ...formModel(request, form, 'Your documents'),
    errors,
    wanted: wantedDocuments(form),
    backHref: `${formBase(request)}/tasks`,
    files: await orderFiles(ctx, form.caller, await orderIdOf(ctx, form), {
      base: `${formBase(request)}/documents`,
      description: String(request.body?.description ?? ''),
      wasAttached: request.query.attached === '1',
      onlyBy: 'candidate',
    }),
    wasRemoved: request.query.removed === '1',
    filesForm: {
      label: 'Take a photo or choose a file',
      button: 'Add',
      emptyText: 'You have not added any yet.',
      mayRemove: true,
    },
  });
}

/** The form, where it asks for documents; a page that was not asked for does not exist. */
async function requireDocuments(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenForm | undefined> {
  const form = await requireForm(ctx, request, reply);
  if (form !== undefined && wantedDocuments(form).length === 0) throw new Refusal('not_found');
  return form;
}

export function documentsPage(app: FastifyInstance, ctx: Ctx): void {
  app.get('/form/:token/documents', async (request: FormRequest, reply) => {
    const form = await requireDocuments(ctx, request, reply);
    return form === undefined ? reply : show(ctx, request, reply, form);
  });

  app.post('/form/:token/documents', async (request: FormRequest, reply) => {
    const form = await requireDocuments(ctx, request, reply);
    if (form === undefined) return reply;
    const errors = await attachSentFile(ctx, form.caller, await orderIdOf(ctx, form), request);
    if (errors !== undefined) return show(ctx, request, reply.status(422), form, errors);
    return reply.redirect(`${formBase(request)}/documents?attached=1`, 303);
  });

  app.get('/form/:token/documents/:key', async (request: FormRequest, reply) => {
    const form = await requireDocuments(ctx, request, reply);
    if (form === undefined) return reply;
    const file = { orderId: await orderIdOf(ctx, form), fileToken: request.params.key!, onlyBy: 'candidate' as const };
    return sendOrderFile(ctx, form.caller, file, reply);
  });

  app.post('/form/:token/documents/:key/remove', async (request: FormRequest, reply) => {
    const form = await requireDocuments(ctx, request, reply);
    if (form === undefined) return reply;
    const file = { orderId: await orderIdOf(ctx, form), fileToken: request.params.key! };
    await discardOwnFile(ctx, form.caller, file);
    return reply.redirect(`${formBase(request)}/documents?removed=1`, 303);
  });
}
