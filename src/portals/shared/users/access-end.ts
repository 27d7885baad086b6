// The form that sets the last day of somebody's access, of a client or of the desk, and what pages say of that day.
import type { Ctx } from '../../../context.ts';
import { isDisabledByEnd, isOver, monthLonger } from '../../../features/accounts/access-end-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isSent, typed } from '../form-fields.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';

interface Ending {
  readonly disabled_at: Date | null;
  readonly access_until: IsoDate | null;
}

/** Null for no end. */
export const accessUntilIn = (request: FormRequest): IsoDate | null => typed(request, 'access_until') || null;

/** The model of `access-end.njk`. @param action the address that takes the form */
export function accessEndOf(ctx: Ctx, request: FormRequest, person: Ending, action: string) {
  const today = ukDateOf(ctx.now());
  return {
    until: person.access_until,
    isOver: isOver(person, today),
    /** Somebody disabled them: a later day alone does not let them in. */
    staysDisabled: person.disabled_at !== null && !isDisabledByEnd(person),
    mayChange: person.disabled_at === null || isOver(person, today),
    longer: monthLonger(person, today),
    typed: isSent(request, 'access_until') ? typed(request, 'access_until') : (person.access_until ?? ''),
    action,
  };
}

export const isAccessOver = (ctx: Ctx, person: Ending): boolean => isOver(person, ukDateOf(ctx.now()));
