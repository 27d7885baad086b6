// The page for the candidate's documents: what the ordered checks need, slot by slot, what is there, and anything else that
// somebody wants to add. After the form is sent, others may follow as long as the check is going on; the desk is told of each.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { discardOwnFile } from '../../../features/attachments/attachment-actions.ts';
import {
  demandsDocuments,
  type FilledSlots,
  filledSlots,
  missingIn,
  wantedOf,
} from '../../../features/candidate-form/document-actions.ts';
import { formStandings, nextPage } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { fieldsAfterFile, sentFile } from '../../shared/files/file-forms.ts';
import { attachSentFile, fileOf, orderFiles, sendOrderFile, sendOrderImage } from '../../shared/files/order-files.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, type FormRequest, formBase, formModel, returnTo } from '../candidate-form-request.ts';
import { announcing, requireDocuments, saidKind, slotModel, uploadScripts } from './document-request.ts';

/** What the candidate has added so far; undefined if no documents are wanted, or the desk types: they come by post. */
export const readDocuments = async (ctx: Ctx, form: OpenForm): Promise<FilledSlots | undefined> =>
  form.typist !== undefined || wantedOf(form).length === 0 ? undefined : filledSlots(ctx, form);

const filesIn = ({ slots, others }: FilledSlots) =>
  new Map([...slots.flatMap(({ files }) => files), ...others].map((file) => [file.fileToken, file]));

const hasFiles = (documents: FilledSlots | undefined) => documents !== undefined && filesIn(documents).size > 0;

/** Whether every question is answered, and every document there without which the form cannot be sent. */
export const isWhole = (form: OpenForm, documents: FilledSlots | undefined): boolean =>
  nextPage(formStandings(form.order.facts, form.scope, form.saved), 'consent') === undefined &&
  (!demandsDocuments(form) || hasFiles(documents));

/** The task of the documents; undefined if none are wanted. */
export function documentsTask(form: OpenForm, documents: FilledSlots | undefined) {
  if (documents === undefined) return undefined;
  const missing = missingIn(documents.slots).length;
  const isDemanded = demandsDocuments(form) && !hasFiles(documents);
  return {
    hint: say(isDemanded ? 'At least one, before you can send' : 'It helps to have them before you send'),
    status:
      missing === 0
        ? { text: say('Completed') }
        : isDemanded
          ? { tag: { text: say('To do'), classes: 'govuk-tag--blue' } }
          : { text: say('{count} still to add', { count: missing }) },
  };
}

/** What comes once every question is answered: the documents, as long as some are wanted and none was added. */
export const lastTask = (documents: FilledSlots | undefined): 'documents' | 'answers' =>
  documents === undefined || hasFiles(documents) ? 'answers' : 'documents';

/** The candidate's documents on the page of all answers: those that were added, and what is still missing. */
export function documentRows(documents: FilledSlots | undefined, base: string) {
  if (documents === undefined) return [];
  const files = [...filesIn(documents).values()].map(({ fileName, given, description }) =>
    given === undefined || description === '' ? fileName : `${saidKind(given.kind) ?? description}: ${fileName}`,
  );
  const missing = missingIn(documents.slots);
  const row = (label: string, lines: readonly string[], does: string) => ({
    ...{ section: say('Your documents'), label, lines, does },
    href: `${base}/documents?from=answers`,
  });
  return [
    ...(files.length === 0 ? [] : [row(say('Added'), files, say('Change'))]),
    ...(missing.length === 0
      ? []
      : [
          row(
            say('Still missing'),
            [...missing, say('You can send your answers without them, and add them afterwards.')],
            say('Add'),
          ),
        ]),
  ];
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
  const { slots, others } = await filledSlots(ctx, form);
  const files = await orderFiles(ctx, form.caller, form.orderId, {
    base: `${formBase(request)}/documents`,
    description: String(request.body?.description ?? ''),
    wasAttached: request.query.attached === '1',
    onlyBy: 'candidate',
  });
  return renderPage(request, reply, 'candidate/documents/documents.njk', {
    ...formModel(request, form, say(isSubmitted ? 'Add a document' : 'Your documents')),
    errors,
    isSubmitted,
    isGoingOn: isOngoing(form.status),
    slots: slots.map((one) => slotModel(request, one)),
    hasUntold: slots.some(({ slot }) => slot.isUntold),
    isDemanded: demandsDocuments(form),
    backHref: backOf(request, form),
    files: { ...files, list: others.map(fileOf) },
    wasRemoved: request.query.removed === '1',
    scripts: uploadScripts,
    filesForm: {
      label: say('Take a photo or choose a file'),
      button: say('Add file'),
      onward: say(isSubmitted ? 'Back to your check' : 'Continue'),
      isMain: slots.length === 0,
      returnTo: from(request),
      mayRemove: !isSubmitted,
      isUpload: true,
    },
  });
}

export function documentsPage(pages: FormPages, ctx: Ctx): void {
  const open = requireDocuments;
  pages.get('/documents', open, (request, reply, form) => show(ctx, request, reply, form));

  pages.post('/documents', open, async (request, reply, form) => {
    const isEmpty = sentFile(request).fileName === '' && !request.body?.description;
    const goesOn = async () => ({ ...request.body, ...(await fieldsAfterFile(request)) }).onward === 'yes';
    if (isEmpty && (await goesOn())) return reply.redirect(onwardOf(request, form), 303);
    const errors = await attachSentFile(ctx, form.caller, form.orderId, request, announcing(form));
    if (errors !== undefined) return show(ctx, request, reply.status(422), form, errors);
    return reply.redirect((await goesOn()) ? onwardOf(request, form) : againAt(request, 'attached'), 303);
  });

  for (const [url, send] of [
    ['/documents/:key', sendOrderFile],
    ['/documents/:key/image', sendOrderImage],
  ] as const) {
    pages.get(url, open, async (request, reply, form) => {
      const { orderId } = form;
      const file = { orderId, fileToken: request.params.key!, onlyBy: 'candidate' as const };
      return send(ctx, form.caller, file, reply);
    });
  }

  pages.post('/documents/:key/remove', open, async (request, reply, form) => {
    const file = { orderId: form.orderId, fileToken: request.params.key! };
    await discardOwnFile(ctx, form.caller, file);
    return reply.redirect(againAt(request, 'removed'), 303);
  });
}
