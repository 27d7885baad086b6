// The page on which a client passes on what a candidate asks about their data, or complains about, with the day on which it heard it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { complaintSubjects } from '../../../features/data-requests/complaint.ts';
import { isOneOf } from '../../../features/data-requests/data-request.ts';
import { recordRequest } from '../../../features/data-requests/data-request-record-actions.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { askRestriction } from '../../../features/restrictions/restriction-actions.ts';
import { isRestrictionGround } from '../../../features/restrictions/restriction-grounds.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { radioItems } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { namedGrounds, refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

const permission = 'ask_restrictions';

export const passOnPath = (checkId: string): string => `/portal/checks/${checkId}/pass-on`;

/** What a client may pass on that restricts nothing; why data are restricted is chosen at once, as a ground. */
const kinds = {
  access: 'A copy of their data',
  correction: 'Correction of something that is wrong',
  erasure: 'Erasure of their data',
  portability: 'Their data to take elsewhere',
  withdrawal: 'To withdraw their consent',
  complaint: 'They complain',
} as const;

type PassOnRequest = FastifyRequest<{ Params: { check_id: string }; Body: Record<string, unknown> | null }>;

export function passOnPage(pages: Pages<'client'>, ctx: Ctx): void {
  const callerOf = (user: ClientUser, { tenant }: Check) => callerFor(user, tenant.environment);

  function show(request: PassOnRequest, reply: FastifyReply, user: ClientUser, check: Check, errors?: FieldMessages) {
    const { id, applicantId, order, tenant, orderId } = check;
    const caller = callerOf(user, check);
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: id });
    const { body } = request;
    const kind = textIn(body, 'kind');
    const subject = textIn(body, 'subject');
    return renderPage(request, reply, 'client/pass-on/pass-on.njk', {
      title: 'Pass on a request',
      environment: tenant.environment,
      back: { text: `Order VF${orderId}`, href: `/portal/checks/${id}` },
      action: passOnPath(id),
      candidateName: fullName(order.facts.first_name, order.facts.last_name),
      kinds: [
        ...radioItems(kinds, kind),
        { divider: 'or, that their data are only kept, or not used:' },
        ...namedGrounds(kind),
      ],
      subjects: [
        { value: '', text: 'Choose' },
        ...Object.entries(complaintSubjects).map(([value, text]) => ({ value, text, selected: value === subject })),
      ],
      receivedOn: body === null || body === undefined ? todayFor(ctx, caller) : textIn(body, 'received_on'),
      words: textIn(body, 'words'),
      errors,
    });
  }

  async function passOn(user: ClientUser, check: Check, body: PassOnRequest['body']): Promise<void> {
    const [kind, subject] = ['kind', 'subject'].map((name) => textIn(body, name));
    const asked = { words: textIn(body, 'words'), receivedOn: textIn(body, 'received_on') };
    const caller = callerOf(user, check);
    if (isRestrictionGround(kind ?? '')) {
      const ground = kind as Parameters<typeof askRestriction>[3]['ground'];
      return askRestriction(ctx, caller, check.id, { ...asked, ground, way: 'client' });
    }
    if (!isOneOf(kinds, kind)) throw new Refusal('invalid_fields', { kind: ['Choose what they ask'] });
    const isAbout = isOneOf(complaintSubjects, subject);
    if (kind === 'complaint' && !isAbout)
      throw new Refusal('invalid_fields', { subject: ['Choose what the complaint is about'] });
    await recordRequest(ctx, caller, {
      ...{ ...asked, kind, way: 'client', identity: 'client_confirmed', checkId: check.id },
      subject: isAbout ? subject : undefined,
    });
  }

  pages.get(`${checkPath}/pass-on`, { permission }, async (request: PassOnRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const erased = await erasedOrder(ctx, check, { text: 'Checks', href: '/portal' });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    return show(request, reply, user, check);
  });

  pages.post(`${checkPath}/pass-on`, { permission }, async (request: PassOnRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const errors = await refusedFieldsOf(() => passOn(user, check, request.body));
    if (errors !== undefined) return show(request, reply.status(422), user, check, errors);
    return reply.redirect(`/portal/checks/${check.id}?done=asked`, 303);
  });
}
