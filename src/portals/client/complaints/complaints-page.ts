// The complaints of a client about the service: what its users complained about, what became of it, and the form for another.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { complaintSubjects } from '../../../features/data-requests/complaint.ts';
import { complainAsClient, listOwnComplaints } from '../../../features/data-requests/complaint-actions.ts';
import { type DataRequest, outcomeText } from '../../../features/data-requests/data-request.ts';
import { listSubprocessors } from '../../../features/subprocessors/subprocessor-actions.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { noticeIn, radioItems } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

const path = '/portal/complaints';
const permission = 'sign_in';

function rowOf({ subject, words, receivedOn, dueOn, isOpen, steps }: DataRequest) {
  const closing = steps.findLast(({ step }) => step === 'closed');
  return {
    ...{ words, receivedOn, dueOn, isOpen, closedOn: closing?.on, answer: closing?.words },
    text: complaintSubjects[subject!],
    outcome: closing && outcomeText(closing.code!),
  };
}

export function complaintsPage(pages: Pages<'client'>, ctx: Ctx): void {
  const callerOf = (user: ClientUser) => callerFor(user, 'live');

  /** An objection to a change of a sub-processor begins with its words. */
  async function begun({ query }: FormRequest, user: ClientUser) {
    if (query.subprocessor === undefined || !mayDo(user, 'read_agreement')) return undefined;
    const all = await listSubprocessors(ctx, authorityOf(user));
    const found = all.find(({ id, coming }) => coming !== undefined && id === query.subprocessor)?.coming;
    if (found === undefined) return undefined;
    const words = `We object to the change of the sub-processor ${found.name} from ${formatLongDate(found.holdsFrom)}, because `;
    return { subject: 'data_protection', words };
  }

  const show = async (request: FormRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) => {
    const first = await begun(request, user);
    return renderPage(request, reply, 'client/complaints/complaints.njk', {
      title: 'Complaints',
      done: noticeIn(request, { sent: 'We have your complaint, and confirm it to you by mail.' }),
      action: path,
      rows: (await listOwnComplaints(ctx, callerOf(user))).map(rowOf),
      subjects: radioItems(complaintSubjects, textIn(request.body, 'subject') || (first?.subject ?? '')),
      words: textIn(request.body, 'words') || first?.words,
      errors,
    });
  };

  pages.get(path, { permission, menu: 'Complaints', menuGroup: 'own' }, (request: FormRequest, reply, user) =>
    show(request, reply, user),
  );

  pages.post(path, { permission }, async (request: FormRequest, reply, user) => {
    const asked = { subject: textIn(request.body, 'subject'), words: textIn(request.body, 'words') };
    const errors = await refusedFieldsOf(() => complainAsClient(ctx, callerOf(user), asked));
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(`${path}?done=sent`, 303);
  });
}
