// The ways in which somebody made sure who a referee is, as inputs of forms.
import { suggestedAuthentication } from '../../../features/references/mailbox-rules.ts';
import { authentications } from '../../../features/report-types/listed-properties.ts';
import type { OpenedReference } from './reference-request.ts';

/** The ways to make sure who answers, with the one that was typed or recorded, or that suggests itself. */
export function ladderOf({ opened, reference }: OpenedReference, typed?: Readonly<Record<string, unknown>> | null) {
  const { authentication, reply, request } = reference;
  const candidateEmail = opened.check.order.facts.email;
  const suggested = suggestedAuthentication({ ...request.referee, namedEmail: request.namedEmail, candidateEmail });
  const chosen = typed ? typed.step : (authentication ?? suggested);
  return {
    steps: Object.entries(authentications).map(([value, label]) => ({
      value,
      text: label,
      isChosen: value === chosen,
    })),
    isSuggested: authentication === null && suggested !== undefined,
    by: typed ? text(typed.by) : (reply.authenticatedBy ?? ''),
  };
}

export const givenIn = (body: Readonly<Record<string, unknown>> | null) => ({ step: body?.step, by: text(body?.by) });

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
