// The page on which the candidate asks for a copy of their data or their erasure, and sees what became of what they asked.

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import {
  type DataRequest,
  isOfClient,
  isRefusal,
  refusalReasons,
} from '../../../features/data-requests/data-request.ts';
import { listRequestsOf } from '../../../features/data-requests/data-request-actions.ts';
import { recordRequest } from '../../../features/data-requests/data-request-record-actions.ts';
import { isMeaningAwaited, ownCopyUntil } from '../../../features/data-requests/data-request-rules.ts';
import { takeOwnCopy } from '../../../features/retention/person-copy-actions.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayFields, sayText } from '../../../messages/say.ts';
import { explainData } from '../../shared/about/about-pages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSession } from '../candidate-form-request.ts';

/** What they ask here; the others have pages of their own. */
const choices = {
  access: 'A copy of what is kept about me',
  portability: 'My data in a form that I can take elsewhere',
  erasure: 'To have my data erased',
  complaint: 'To complain about how my data are used',
} as const;

/** A complaint that is about nothing of that kind; the desk says what it is about. */
const OTHER_COMPLAINT = 'other_complaint';
const otherComplaint = 'To complain about something else';

const askedTexts: Readonly<Record<DataRequest['kind'], string>> = {
  ...choices,
  correction: 'To have something corrected',
  restriction: 'To have my data restricted',
  objection: 'Not to have my data used',
  withdrawal: 'To withdraw my consent',
};

const isChoice = (kind: string): kind is keyof typeof choices => Object.hasOwn(choices, kind);

const textOf = ({ kind, subject }: Pick<DataRequest, 'kind' | 'subject'>) =>
  kind === 'complaint' && subject !== 'data_protection' ? otherComplaint : askedTexts[kind];

function requestRow(
  { id, kind, subject, words, receivedOn, dueOn, isOpen, steps }: DataRequest,
  base: string,
  today: IsoDate,
) {
  const until = ownCopyUntil(steps);
  const closing = steps.findLast(({ step }) => step === 'closed');
  const outcome = closing?.code ?? '';
  return {
    ...{ words, receivedOn, dueOn, isOpen, isMeaningAwaited: isMeaningAwaited(steps) },
    text: sayText(textOf({ kind, subject })),
    closedOn: closing?.on,
    refusal: isRefusal(outcome) ? refusalReasons[outcome].says : undefined,
    // What was said before, while it is open: why it takes longer.
    copy: until === undefined || until < today ? undefined : { until, href: `${base}/rights/${id}/file` },
    answer: steps.findLast((one) => one.words !== '')?.words,
  };
}

export function rightsPage(pages: FormPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
    const requests = await listRequestsOf(ctx, { tenant: form.link, applicantId: form.applicantId }, form.key);
    const chosen = textIn(request.body, 'kind');
    return renderPage(request, reply, 'candidate/rights/rights.njk', {
      ...formModel(request, form, say('Your rights over your data')),
      errors,
      backHref: form.isSubmitted ? `${formBase(request)}/status` : formBase(request),
      hasAsked: request.query.asked !== undefined,
      isSubmitted: form.isSubmitted,
      isGoingOn: isOngoing(form.status),
      requests: requests
        .filter((one) => !isOfClient(one))
        .map((one) => requestRow(one, formBase(request), todayFor(ctx, form.caller))),
      words: textIn(request.body, 'words'),
      kinds: [...Object.entries(choices), [OTHER_COMPLAINT, otherComplaint] as const].map(([value, text]) => ({
        value,
        text: sayText(text),
        checked: value === chosen,
      })),
    });
  }

  pages.get('/rights', requireSession, (request, reply, form) => show(request, reply, form));

  pages.get('/rights/:request/file', requireSession, async (request, reply, form) => {
    const { request: id } = request.params as unknown as { readonly request: string };
    const { content } = await takeOwnCopy(ctx, form, id, explainData(ctx));
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="your-data.zip"')
      .header('cache-control', 'no-store')
      .send(Readable.from(content));
  });

  pages.post('/rights', requireSession, async (request, reply, form) => {
    const chosen = textIn(request.body, 'kind');
    const kind = chosen === OTHER_COMPLAINT ? 'complaint' : chosen;
    const subject = chosen === OTHER_COMPLAINT ? 'other' : 'data_protection';
    const errors = await refusedFieldsOf(async () => {
      if (!isChoice(kind)) throw new Refusal('invalid_fields', { kind: ['Choose what you ask for'] });
      if (kind === 'complaint' && textIn(request.body, 'words').trim() === '')
        throw new Refusal('invalid_fields', { words: ['Write what you complain about'] });
      const { caller, link } = form;
      const asked = {
        kind,
        subject,
        way: 'own_page',
        identity: 'mailed_code',
        words: textIn(request.body, 'words'),
      } as const;
      await recordRequest(ctx, caller, { ...asked, receivedOn: todayFor(ctx, caller), checkId: link.checkId });
    });
    if (errors !== undefined) return show(request, reply.status(422), form, sayFields(errors));
    return reply.redirect(`${formBase(request)}/rights?asked`, 303);
  });
}
