// The entry of a statutory register that the order names: the candidate is asked for its number alone, by the name that they
// know it by.

import type { Typed } from '../../../features/candidate-form/form-page.ts';
import {
  isMembershipOf,
  type MembershipNumberParams,
  type MembershipsParams,
} from '../../../features/requirements/membership-requirement.ts';
import { english, say, sayText } from '../../../messages/say.ts';
import type { fieldsOf } from '../../shared/fact-fields/fact-fields.ts';
import type { FormRequest } from '../candidate-form-request.ts';
import type { OpenList } from './list-request.ts';

type Fields = ReturnType<typeof fieldsOf>;
type Register = MembershipNumberParams & { readonly ofRegister: string };

/** What is stated of everybody on a register. */
const registered = 'Registered';

const registersIn = ({ form, page }: OpenList): readonly Register[] =>
  page.list === 'memberships'
    ? form.scope.asked
        .filter(({ id }) => id === 'membership_number')
        .map(({ params }) => params as MembershipNumberParams)
        .filter((one): one is Register => one.ofRegister !== undefined)
    : [];

const isOf = (register: Register, { body = '' }: Typed) => isMembershipOf({ body }, register);

/** The bodies that the order asks for, each with the form of its number; none on other lists, and of any body. */
const bodiesIn = ({ page }: OpenList) =>
  page.list === 'memberships' ? ((page.asked.params as MembershipsParams).bodies ?? []) : [];

export const bodyTexts = (opened: OpenList): string[] =>
  bodiesIn(opened).map(({ name, number }) => english(number === undefined ? name : `${name} (${number})`));

/** What it means to have none. */
export function adviceOnNone({ page }: OpenList): string | undefined {
  if (page.list !== 'memberships') return undefined;
  return (page.asked.params as MembershipsParams).mayLack === true
    ? say(
        'If you have no number there, for example because you do not teach, say so: you are then looked up by your name and date of birth.',
      )
    : say('If you have none, say so. You can send your answers without: the people who do the check read it.');
}

/** The field of the number with the forms that the bodies give it. */
export const withNumberForms = (opened: OpenList, fields: Fields): Fields => {
  const forms = bodiesIn(opened).filter(({ number }) => number !== undefined);
  if (forms.length === 0) return fields;
  const hint = english(forms.map(({ name, number }) => `${name}: ${number}`).join('; '));
  return fields.map((field) => (field.name === 'number' ? { ...field, hint } : field));
};

/** A new entry is of the body that the order asks for, if it is one. */
export function bodyToAdd(opened: OpenList): Typed {
  const [body, ...others] = bodiesIn(opened);
  if (body === undefined || others.length > 0 || opened.answer.entries.length > 0) return {};
  return { body: body.name };
}

/** The first register of the order without an entry. */
export const registerToAdd = (opened: OpenList): Register | undefined =>
  registersIn(opened).find((one) => !opened.answer.entries.some(({ typed }) => isOf(one, typed)));

/** That of an entry; of a new one, the next of the order, unless the candidate asks for another body. */
export function registerOf(request: FormRequest, opened: OpenList, typed: Typed): Register | undefined {
  const known = registersIn(opened).find((one) => isOf(one, typed));
  const isNew = request.method === 'GET' && !typed.body && request.query.other === undefined;
  return known ?? (isNew ? registerToAdd(opened) : undefined);
}

export const fieldsOfRegister = ({ ofRegister, words }: Register, fields: Fields): Fields =>
  fields
    .filter(({ name }) => name === 'number')
    .map((field) => ({
      ...field,
      label: say('Your {number}', { number: sayText(ofRegister) }),
      hint: sayText(`${words.slice(0, 1).toUpperCase()}${words.slice(1)}`),
      isCapitals: true,
    }));

export const hiddenOfRegister = ({ body }: Register, typed: Typed) => [
  { name: 'body', value: typed.body || body },
  { name: 'status', value: typed.status || registered },
];
