// When the candidate lived at one address.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  addressName,
  historyGaps,
  readStay,
  stayInputs,
  typedStay,
  withDraft,
} from '../../../features/candidate-form/address-rules.ts';
import { formFacts } from '../../../features/candidate-form/form-actions.ts';
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import { type FieldMessages, Problems } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormRequest, formBase, formModel } from '../candidate-form-request.ts';
import {
  addressesOf,
  addressPath,
  conflict,
  formFields,
  type OpenAddress,
  readInputs,
  requireAddress,
  saveAddresses,
} from './addresses-request.ts';
import { gapText } from './timeline-picture.ts';

/** The gap that an address without its time most likely closes: the latest. */
function gapToClose({ form, address }: OpenAddress) {
  if (address.isCurrent || address.start_date !== null) return undefined;
  return historyGaps(addressesOf(form), form.scope, formFacts(form)).at(-1);
}

function showStay(
  request: FormRequest,
  reply: FastifyReply,
  opened: OpenAddress,
  typed: Typed,
  errors?: FieldMessages,
) {
  const { form, address } = opened;
  const name = addressName(address);
  const gap = gapToClose(opened);
  return renderPage(request, reply, 'candidate/addresses/stay.njk', {
    ...formModel(request, form, address.isCurrent ? `When did you move to ${name}?` : `When did you live at ${name}?`),
    ...formFields(request, form),
    action: `${formBase(request)}/addresses/${address.key}/dates`,
    backHref: addressPath(request),
    backText: 'Back to your addresses',
    isCurrent: address.isCurrent,
    gap: gap === undefined ? undefined : gapText(gap),
    typed,
    errors,
  });
}

export function stayPages(app: FastifyInstance, ctx: Ctx): void {
  app.get('/form/:token/addresses/:key/dates', async (request: FormRequest, reply) => {
    const opened = await requireAddress(ctx, request, reply);
    if (opened === undefined) return reply;
    return showStay(request, reply, opened, typedStay(opened.address, gapToClose(opened)?.to ?? null));
  });

  app.post('/form/:token/addresses/:key/dates', async (request: FormRequest, reply) => {
    const opened = await requireAddress(ctx, request, reply);
    if (opened === undefined) return reply;
    const { form, address } = opened;
    const typed = readInputs(request, stayInputs);
    const stay = readStay(typed, address.isCurrent, form.scope.today);
    if (stay instanceof Problems) return showStay(request, reply.status(422), opened, typed, stay.fields);
    const answer = withDraft(addressesOf(form), { ...address, ...stay });
    const saved = await saveAddresses(ctx, request, form, answer);
    return saved
      ? reply.redirect(addressPath(request), 303)
      : showStay(request, reply.status(409), opened, typed, conflict);
  });
}
