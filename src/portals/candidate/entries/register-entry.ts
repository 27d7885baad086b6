// The entry of a statutory register that the order names: the candidate is asked for its number alone, by the name that they
// know it by.

import type { Typed } from '../../../features/candidate-form/form-page.ts';
import { isMembershipOf, type MembershipNumberParams } from '../../../features/requirements/membership-requirement.ts';
import { english, say } from '../../../messages/say.ts';
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
      label: say('Your {number}', { number: ofRegister }),
      hint: english(`${words.slice(0, 1).toUpperCase()}${words.slice(1)}`),
      isCapitals: true,
    }));

export const hiddenOfRegister = ({ body }: Register, typed: Typed) => [
  { name: 'body', value: typed.body || body },
  { name: 'status', value: typed.status || registered },
];
