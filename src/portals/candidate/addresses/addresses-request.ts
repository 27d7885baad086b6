// What every page of the address history begins and ends with: the list as it stands, the address that is meant, saving.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { AddressAnswer, AddressDraft } from '../../../features/candidate-form/address-answer.ts';
import { addressesPage, findAddress } from '../../../features/candidate-form/address-rules.ts';
import { saveAnswer } from '../../../features/candidate-form/form-actions.ts';
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import { askedPages, tidy } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FormRequest, formBase, requireForm } from '../candidate-form-request.ts';
import { changedElsewhere, returnTo, seenVersion } from '../questions/question-page.ts';

/** The page's error where another device was first; `version` is where the summary leads. */
export const conflict: FieldMessages = { version: [changedElsewhere] };

/** What the client gave until something is saved. */
export const addressesOf = (form: OpenForm): AddressAnswer =>
  (form.saved.get(addressesPage.id)?.answer as AddressAnswer | undefined) ?? addressesPage.prefill(form.order.facts);

export const readInputs = (request: FormRequest, inputs: readonly string[]): Typed =>
  Object.fromEntries(inputs.map((input) => [input, tidy(request.body?.[input])]));

/** The form, where addresses are asked at all. */
export async function requireAddresses(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<OpenForm | undefined> {
  const form = await requireForm(ctx, request, reply);
  if (form !== undefined && !askedPages(form.scope).some(({ id }) => id === addressesPage.id)) {
    throw new Refusal('not_found');
  }
  return form;
}

export interface OpenAddress {
  readonly form: OpenForm;
  readonly address: AddressDraft;
}

/** An address that was removed meanwhile is not found. */
export async function requireAddress(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<OpenAddress | undefined> {
  const form = await requireAddresses(ctx, request, reply);
  if (form === undefined) return undefined;
  const address = findAddress(addressesOf(form), Number(request.params.key));
  if (address === undefined) throw new Refusal('not_found');
  return { form, address };
}

/** Where the candidate came from, kept through the pages of one address. */
const from = (request: FormRequest) => returnTo(request.query.from ?? request.body?.return_to);

export const formFields = (request: FormRequest, form: OpenForm) => ({
  version: form.saved.get(addressesPage.id)?.version ?? 0,
  returnTo: from(request),
});

/** @param rest below the list, such as `/3/dates` */
export const addressPath = (request: FormRequest, rest = ''): string =>
  `${formBase(request)}/addresses${rest}${from(request) === undefined ? '' : '?from=answers'}`;

/** False where another device was first. */
export async function saveAddresses(
  ctx: Ctx,
  request: FormRequest,
  form: OpenForm,
  answer: AddressAnswer,
): Promise<boolean> {
  return (await saveAnswer(ctx, form, addressesPage.id, { answer, seenVersion: seenVersion(request) })) === 'saved';
}
