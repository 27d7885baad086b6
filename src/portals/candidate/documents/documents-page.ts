// The page for the candidate's documents: photos and files that the ordered checks need, attached to the order. After the
// form is sent, others may follow as long as the check is going on; the desk is told of each.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { discardOwnFile } from '../../../features/attachments/attachment-actions.ts';
import { demandsDocuments, wantedOf } from '../../../features/candidate-form/document-actions.ts';
import { formStandings, nextPage } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { announceDocument } from '../../../features/cases/candidate-message-actions.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { fieldsAfterFile, sentFile } from '../../shared/files/file-forms.ts';
import { attachSentFile, type OrderFiles, orderFiles, sendOrderFile } from '../../shared/files/order-files.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import {
  type FormPages,
  type FormRequest,
  formBase,
  formModel,
  openRequestedForm,
  returnTo,
} from '../candidate-form-request.ts';

const orderIdOf = async (ctx: Ctx, form: OpenForm) => (await showCheck(ctx, form.caller, form.link.checkId)).orderId;

async function addedFiles(ctx: Ctx, form: OpenForm): Promise<OrderFiles['list']> {
  return (await orderFiles(ctx, form.caller, await orderIdOf(ctx, form), { base: '', onlyBy: 'candidate' })).list;
}

/** Whether every question is answered, and every document there without which the form cannot be sent. */
export const isWhole = async (ctx: Ctx, form: OpenForm): Promise<boolean> =>
  nextPage(formStandings(form.order.facts, form.scope, form.saved), 'consent') === undefined &&
  (!demandsDocuments(form) || (await addedFiles(ctx, form)).length > 0);

/** The task of the documents; undefined if none are wanted. */
export async function documentsTask(ctx: Ctx, form: OpenForm) {
  if (wantedOf(form).length === 0) return undefined;
  const count = (await addedFiles(ctx, form)).length;
  const isDemanded = demandsDocuments(form);
  return {
    hint: isDemanded ? 'At least one, before you can send' : 'It helps to have them before you send',
    status:
      count > 0
        ? { text: `${count} added` }
        : isDemanded
          ? { tag: { text: 'To do', classes: 'govuk-tag--blue' } }
          : { text: 'Optional' },
  };
}

/** What comes once every question is answered: the documents, as long as some are wanted and none was added. */
export async function lastTask(ctx: Ctx, form: OpenForm): Promise<'documents' | 'answers'> {
  if (wantedOf(form).length === 0) return 'answers';
  return (await addedFiles(ctx, form)).length === 0 ? 'documents' : 'answers';
}

/** The candidate's documents on the page of all answers: those that were added, or everything that is wanted. */
export async function documentRows(ctx: Ctx, form: OpenForm, base: string) {
  const wanted = wantedOf(form).map(({ text }) => text);
  if (wanted.length === 0) return [];
  const list = await addedFiles(ctx, form);
  const names = list.map(({ fileName }) => fileName);
  const lines = names.length > 0 ? names : ['You have not added any. Your check is made from:', ...wanted];
  const does = names.length > 0 ? 'Change' : 'Add';
  return [{ section: 'Your documents', label: 'Documents', lines, href: `${base}/documents?from=answers`, does }];
}

const from = (request: FormRequest) => returnTo(request.query.from ?? request.body?.return_to);

const backOf = (request: FormRequest, { isSubmitted }: OpenForm): string =>
  `${formBase(request)}/${isSubmitted ? 'status' : (from(request) ?? 'tasks')}`;

/** Where somebody goes on who has added what they want to. */
function onwardOf(request: FormRequest, form: OpenForm): string {
  if (form.isSubmitted) return `${formBase(request)}/status`;
  const open = nextPage(formStandings(form.order.facts, form.scope, form.saved), 'consent');
  return `${formBase(request)}/${open ?? 'answers'}`;
}

const againAt = (request: FormRequest, done: 'attached' | 'removed') =>
  `${formBase(request)}/documents?${done}=1${from(request) === undefined ? '' : '&from=answers'}`;

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
  const { isSubmitted } = form;
  const files = await orderFiles(ctx, form.caller, await orderIdOf(ctx, form), {
    base: `${formBase(request)}/documents`,
    description: String(request.body?.description ?? ''),
    wasAttached: request.query.attached === '1',
    onlyBy: 'candidate',
  });
  return renderPage(request, reply, 'candidate/documents/documents.njk', {
    ...formModel(request, form, isSubmitted ? 'Add a document' : 'Your documents'),
    errors,
    isSubmitted,
    wanted: wantedOf(form),
    isDemanded: demandsDocuments(form),
    backHref: backOf(request, form),
    files,
    wasRemoved: request.query.removed === '1',
    filesForm: {
      label: 'Take a photo or choose a file',
      button: 'Add file',
      isMain: isSubmitted || files.list.length === 0,
      onward: isSubmitted ? 'Back to your check' : 'Continue',
      returnTo: from(request),
      emptyText: 'You have not added any yet.',
      mayRemove: !isSubmitted,
    },
  });
}

/** The form, if it asks for documents; otherwise the page does not exist until the form is sent. */
async function requireDocuments(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenForm | undefined> {
  const { form } = await openRequestedForm(ctx, request, reply);
  if (form === undefined || !isOngoing(form.status)) {
    reply.redirect(formBase(request), 303);
    return undefined;
  }
  if (!form.isSubmitted && wantedOf(form).length === 0) throw new Refusal('not_found');
  return form;
}

export function documentsPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/documents', requireDocuments, (request, reply, form) => show(ctx, request, reply, form));

  pages.post('/documents', requireDocuments, async (request, reply, form) => {
    // Before the form is sent, the desk sees nothing of the order yet.
    const also = form.isSubmitted
      ? { also: (tx: Ctx, fileToken: string) => announceDocument(tx, form, fileToken) }
      : undefined;
    const isEmpty = sentFile(request).fileName === '' && !request.body?.description;
    const goesOn = async () => ({ ...request.body, ...(await fieldsAfterFile(request)) }).onward === 'yes';
    if (isEmpty && (await goesOn())) return reply.redirect(onwardOf(request, form), 303);
    const errors = await attachSentFile(ctx, form.caller, await orderIdOf(ctx, form), request, also);
    if (errors !== undefined) return show(ctx, request, reply.status(422), form, errors);
    return reply.redirect((await goesOn()) ? onwardOf(request, form) : againAt(request, 'attached'), 303);
  });

  pages.get('/documents/:key', requireDocuments, async (request, reply, form) => {
    const file = { orderId: await orderIdOf(ctx, form), fileToken: request.params.key!, onlyBy: 'candidate' as const };
    return sendOrderFile(ctx, form.caller, file, reply);
  });

  pages.post('/documents/:key/remove', requireDocuments, async (request, reply, form) => {
    const file = { orderId: await orderIdOf(ctx, form), fileToken: request.params.key! };
    await discardOwnFile(ctx, form.caller, file);
    return reply.redirect(againAt(request, 'removed'), 303);
  });
}
