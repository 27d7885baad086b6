// What the pages of the candidate's documents share: the form that asks for them, and how a slot is shown.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { takesFiles } from '../../../features/attachments/attachment-rules.ts';
import { type FilledSlot, wantedOf } from '../../../features/candidate-form/document-actions.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { noteCertificate } from '../../../features/candidate-form/own-certificate-actions.ts';
import { announceDocument, listMessages } from '../../../features/cases/candidate-message-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { nameOfKind } from '../../../features/requirements/document-slot-rules.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { say, sayText } from '../../../messages/say.ts';
import { fileOf } from '../../shared/files/order-files.ts';
import { type FormRequest, formBase, openRequestedForm } from '../candidate-form-request.ts';

/** Show how much of a file is sent; without it the browser does. */
export const uploadScripts = ['upload.js'];

/** Also of a complete check: what shows what is right, until what they say is wrong is answered. */
export const takesDocuments = async (ctx: Ctx, { status, link, key }: OpenForm): Promise<boolean> =>
  isOngoing(status) ||
  (takesFiles(status) &&
    (await listMessages(ctx, { tenant: link, id: link.checkId }, key)).some(
      ({ kind, handledAt }) => kind === 'problem' && handledAt === null,
    ));

/** The form, if it asks for documents; otherwise the pages do not exist until the form is sent. */
export async function requireDocuments(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<OpenForm | undefined> {
  const { form } = await openRequestedForm(ctx, request, reply);
  if (form === undefined || !(await takesDocuments(ctx, form))) {
    reply.redirect(formBase(request), 303);
    return undefined;
  }
  if (!form.isSubmitted && wantedOf(form).length === 0) throw new Refusal('not_found');
  return form;
}

/** Its words; undefined if it is none. */
export function saidKind(kind: string): string | undefined {
  const name = nameOfKind(kind);
  return name && sayText(name);
}

/** Before the form is sent, the desk sees nothing of the order yet. */
export const announcing = (form: OpenForm, slot?: string) =>
  form.isSubmitted
    ? {
        // A report that waited for it tells its screener by itself.
        also: async (tx: Ctx, fileToken: string) => {
          const isAwaited = slot !== undefined && (await noteCertificate(tx, form, slot, fileToken));
          if (!isAwaited) await announceDocument(tx, form, fileToken);
        },
      }
    : undefined;

/** A larger picture is fetched only by whoever asks for it: it was just sent, perhaps over a slow line. */
const LARGEST_SHOWN = 2_000_000;

function tagOf({ slot, short, lacks, files, appliedOn }: FilledSlot) {
  if (short === undefined) return { text: say(slot.unneeded ? 'Not needed' : 'Added'), classes: 'govuk-tag--green' };
  if (lacks !== undefined) return { text: say('You do not have it'), classes: 'govuk-tag--grey' };
  if (files.length === 0 && appliedOn !== undefined) return { text: say('Applied for'), classes: 'govuk-tag--yellow' };
  return files.length > 0
    ? { text: say('More to add'), classes: 'govuk-tag--yellow' }
    : { text: say('To add'), classes: 'govuk-tag--blue' };
}

export function slotModel(request: FormRequest, filled: FilledSlot) {
  const { slot, files, short, lacks, appliedOn } = filled;
  const base = `${formBase(request)}/documents`;
  const text = sayText(slot.text);
  return {
    ...{
      title: slot.title,
      text: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`,
      example: slot.example && sayText(slot.example),
      unneeded: slot.unneeded,
      isApplied: slot.application !== undefined,
    },
    href: `${base}/slots/${slot.id}`,
    tag: tagOf(filled),
    short,
    lacks,
    appliedOn,
    files: files.map((file) => ({
      ...fileOf(file),
      is: saidKind(file.given!.kind),
      isElsewhere: file.given!.slot !== slot.id,
      isLarge: file.size > LARGEST_SHOWN,
    })),
  };
}
