// Where one address is.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { AddressDraft } from '../../../features/candidate-form/address-answer.ts';
import {
  hasCurrent,
  MOST_ADDRESSES,
  missingOf,
  placeInputs,
  placeProblems,
  readPlace,
  typedPlace,
  withPlace,
} from '../../../features/candidate-form/address-rules.ts';
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormRequest, formBase, formModel } from '../candidate-form-request.ts';
import { countryChoices } from '../country-choices.ts';
import {
  addressesOf,
  addressPath,
  conflict,
  formFields,
  readInputs,
  requireAddress,
  requireAddresses,
  saveAddresses,
} from './addresses-request.ts';

/** Undefined for an address that is being added. */
type Known = AddressDraft | undefined;

function showPlace(
  request: FormRequest,
  reply: FastifyReply,
  { form, address, typed }: { readonly form: OpenForm; readonly address: Known; readonly typed: Typed },
  errors?: FieldMessages,
) {
  const isCurrent = address?.isCurrent ?? !hasCurrent(addressesOf(form));
  return renderPage(request, reply, 'candidate/addresses/place.njk', {
    ...formModel(request, form, isCurrent ? 'Where do you live now?' : 'Where did you live before?'),
    ...formFields(request, form),
    action: `${formBase(request)}/addresses/${address?.key ?? 'new'}`,
    backHref: addressPath(request),
    backText: 'Back to your addresses',
    countries: countryChoices(typed.country ?? ''),
    isCurrent,
    typed,
    errors,
  });
}

async function savePlace(ctx: Ctx, request: FormRequest, reply: FastifyReply, form: OpenForm, address: Known) {
  const typed = readInputs(request, placeInputs);
  const list = addressesOf(form);
  const problems = placeProblems(typed);
  if (address === undefined && list.addresses.length >= MOST_ADDRESSES) {
    problems.add('country', `You can give ${MOST_ADDRESSES} addresses`);
  }
  if (problems.any) return showPlace(request, reply.status(422), { form, address, typed }, problems.fields);
  const { answer, key } = withPlace(list, address?.key, readPlace(typed));
  if (!(await saveAddresses(ctx, request, form, answer))) {
    return showPlace(request, reply.status(409), { form, address, typed }, conflict);
  }
  const isWhole = address !== undefined && missingOf({ ...address, ...readPlace(typed) }) === undefined;
  return reply.redirect(isWhole ? addressPath(request) : addressPath(request, `/${key}/dates`), 303);
}

export function placePages(app: FastifyInstance, ctx: Ctx): void {
  app.get('/form/:token/addresses/new', async (request: FormRequest, reply) => {
    const form = await requireAddresses(ctx, request, reply);
    if (form === undefined) return reply;
    return showPlace(request, reply, { form, address: undefined, typed: typedPlace(undefined) });
  });

  app.get('/form/:token/addresses/:key', async (request: FormRequest, reply) => {
    const opened = await requireAddress(ctx, request, reply);
    return opened === undefined ? reply : showPlace(request, reply, { ...opened, typed: typedPlace(opened.address) });
  });

  app.post('/form/:token/addresses/new', async (request: FormRequest, reply) => {
    const form = await requireAddresses(ctx, request, reply);
    return form === undefined ? reply : savePlace(ctx, request, reply, form, undefined);
  });

  app.post('/form/:token/addresses/:key', async (request: FormRequest, reply) => {
    const opened = await requireAddress(ctx, request, reply);
    return opened === undefined ? reply : savePlace(ctx, request, reply, opened.form, opened.address);
  });
}
