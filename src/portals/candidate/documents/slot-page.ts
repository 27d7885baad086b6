// The page of one slot of the candidate's documents: what is accepted, what was added, one more, or why there is none.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type FilledSlot, slotNamed } from '../../../features/candidate-form/document-actions.ts';
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import { keepLacking } from '../../../features/candidate-form/lacking-document-actions.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import {
  APPLIED,
  declineCertificate,
  ISSUED,
  keepApplied,
  readIssuedOn,
  reportAwaiting,
  typedApplication,
} from '../../../features/candidate-form/own-certificate-actions.ts';
import { dateInputs } from '../../../features/candidate-form/typed-date-rules.ts';
import { nameOfKind } from '../../../features/requirements/document-slot-rules.ts';
import { formatLongDate, type IsoDate } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayFields, sayText } from '../../../messages/say.ts';
import { speaking } from '../../../messages/spoken-language.ts';
import { acceptedFiles, attachSentFile } from '../../shared/files/order-files.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, type FormRequest, formBase, formModel, returnTo } from '../candidate-form-request.ts';
import { announcing, requireDocuments, slotModel, uploadScripts } from './document-request.ts';

interface Shown {
  readonly errors?: FieldMessages;
  /** The day on which they applied, as it was typed. */
  readonly applied?: Typed;
  readonly reason?: string;
}

const from = (request: FormRequest) => returnTo(request.query.from ?? request.body?.return_to);
const fromQuery = (request: FormRequest) => (from(request) === undefined ? '' : '&from=answers');

async function show(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  form: OpenForm,
  { errors, reason, applied }: Shown = {},
) {
  const filled = await slotNamed(ctx, form, request.params.key);
  const { slot, lacks } = filled;
  const base = `${formBase(request)}/documents`;
  const chosen = String(request.body?.kind ?? '');
  const groups = slot.groups
    .filter(({ kinds }) => kinds.length > 0)
    .map(({ title, kinds, isRare }) => ({
      ...{ title: sayText(title), isRare },
      items: kinds.map(({ value, text, hint }) => ({
        value,
        text: sayText(text),
        hint: hint && { text: sayText(hint) },
        checked: value === chosen,
      })),
      hasChosen: kinds.some(({ value }) => value === chosen),
    }));
  const model = slotModel(request, filled);
  return renderPage(request, reply, 'candidate/documents/slot.njk', {
    ...formModel(request, form, slot.title),
    ...{
      slot: model,
      errors,
      otherwise: slot.otherwise && sayText(slot.otherwise),
      instead: slot.instead && sayText(slot.instead),
      rule: slot.rule,
    },
    ...(slot.application && {
      application: slot.application,
      applied: applied ?? typedApplication(filled),
      issued: typedIn(request, ISSUED),
      wasApplied: request.query.applied === '1',
    }),
    isSubmitted: form.isSubmitted,
    maySay: slot.unneeded === undefined && (await mayStillSay(ctx, form, slot.id)),
    backHref: `${base}${from(request) === undefined ? '' : '?from=answers'}`,
    wasAttached: request.query.attached === '1',
    reason: reason ?? lacks ?? '',
    scripts: uploadScripts,
    files: { ...acceptedFiles(ctx.settings), base: model.href, description: '' },
    filesForm: {
      label: say('Take a photo or choose a file'),
      button: say(model.files.length > 0 ? 'Add another' : 'Add'),
      isMain: filled.short !== undefined,
      returnTo: from(request),
      groups,
      isOfSlot: true,
      issued: slot.application && typedIn(request, ISSUED),
      isUpload: true,
    },
  });
}

/** Until the form is sent, and after it while a report waits for it. */
const mayStillSay = async (ctx: Ctx, form: OpenForm, slot: string): Promise<boolean> =>
  !form.isSubmitted || (await reportAwaiting(ctx, form, slot)) !== undefined;

const typedIn = ({ body }: FormRequest, name: string): Typed =>
  Object.fromEntries(dateInputs(name).map((input) => [input, String(body?.[input] ?? '').trim()]));

/** The kind that was chosen; that of the slot where there is one only; undefined if none was. */
function kindIn(request: FormRequest, { slot }: FilledSlot): string | undefined {
  if (slot.groups.length === 0) return slot.accepts[0] ?? slot.id;
  const kind = String(request.body?.kind ?? '');
  return slot.accepts.includes(kind) ? kind : undefined;
}

function described(title: string, what: string | undefined, issuedOn: IsoDate | undefined): string {
  if (issuedOn !== undefined) return `${title}, issued on ${formatLongDate(issuedOn)}`;
  return what === undefined || what === title ? title : `${what}, for “${title}”`;
}

export function slotPage(pages: FormPages, ctx: Ctx): void {
  const url = '/documents/slots/:key';
  pages.get(url, requireDocuments, (request, reply, form) => show(ctx, request, reply, form));

  pages.post(url, requireDocuments, async (request, reply, form) => {
    const filled = await slotNamed(ctx, form, request.params.key);
    const { slot } = filled;
    const kind = kindIn(request, filled);
    if (kind === undefined) {
      return show(ctx, request, reply.status(422), form, { errors: { kind: [say('Say which document it is')] } });
    }
    const read = slot.application && readIssuedOn(ctx, form, slot.id, typedIn(request, ISSUED));
    if (read !== undefined && 'errors' in read)
      return show(ctx, request, reply.status(422), form, { errors: read.errors });
    // What the desk and everybody else reads beside the file.
    const title = await speaking('en', async () => (await slotNamed(ctx, form, request.params.key)).slot.title);
    const what = nameOfKind(kind);
    const errors = await attachSentFile(ctx, form.caller, form.orderId, request, {
      ...announcing(form, slot.id),
      given: { slot: slot.id, kind, ...(slot.isUntold && { isUntold: slot.isUntold }) },
      description: described(title, what, read?.issuedOn),
    });
    if (errors !== undefined) return show(ctx, request, reply.status(422), form, { errors });
    return reply.redirect(`${formBase(request)}/documents/slots/${slot.id}?attached=1${fromQuery(request)}`, 303);
  });

  pages.post(`${url}/lack`, requireDocuments, async (request, reply, form) => {
    const { slot } = await slotNamed(ctx, form, request.params.key);
    const reason = String(request.body?.reason ?? '').trim();
    try {
      const awaiting = await reportAwaiting(ctx, form, slot.id);
      if (awaiting === undefined) await keepLacking(ctx, form, slot, reason);
      else await declineCertificate(ctx, form, awaiting, reason);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), form, { errors: sayFields(error.fields), reason });
    }
    return reply.redirect(`${formBase(request)}/documents${from(request) === undefined ? '' : '?from=answers'}`, 303);
  });

  pages.post(`${url}/applied`, requireDocuments, async (request, reply, form) => {
    const filled = await slotNamed(ctx, form, request.params.key);
    if (filled.slot.application === undefined || !(await mayStillSay(ctx, form, filled.slot.id)))
      throw new Refusal('not_found');
    const applied = typedIn(request, APPLIED);
    const errors = await keepApplied(ctx, form, filled, applied);
    if (errors !== undefined) return show(ctx, request, reply.status(422), form, { errors, applied });
    return reply.redirect(`${formBase(request)}/documents/slots/${filled.slot.id}?applied=1${fromQuery(request)}`, 303);
  });
}
