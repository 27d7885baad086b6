// What the desk prints for the post: the form of an order to fill in by hand, and what a candidate sent to check and correct.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { additionForm } from '../../../features/candidate-form/added-form-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { openFormOf, takesAnswers } from '../../../features/cases/taking-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { speaking } from '../../../messages/spoken-language.ts';
import { replyWithPaperForm } from '../../shared/paper-form/paper-form.ts';
import { readSentAnswers } from '../../shared/sent-copy/sent-answers.ts';
import { replyWithCopy } from '../../shared/sent-copy/sent-copy.ts';
import type { Pages } from '../../shared/shell.ts';
import { orderHref, orderPath } from './order-address.ts';

export const paperFormHref = (checkId: string): string => `${orderHref(checkId)}/paper-form`;
export const sentLetterHref = (checkId: string): string => `${orderHref(checkId)}/sent`;

type PaperRequest = FastifyRequest<{ Params: { check_id: string } }>;

export function paperPages(pages: Pages<'desk'>, ctx: Ctx): void {
  /** Whoever gets it by post reads the language of their form. */
  const inTheirs = (form: OpenForm, work: () => Promise<FastifyReply>) => speaking(form.language ?? 'en', work);

  pages.get(`${orderPath}/paper-form`, { permission: 'take_answers' }, async (request: PaperRequest, reply, user) => {
    const { check, form } = await openFormOf(ctx, user, request.params.check_id, 'take_answers');
    const asked = check.status === 'awaiting_applicant' ? form : additionForm(form);
    if (!takesAnswers(check) || asked === undefined) throw new Refusal('not_found');
    return inTheirs(form, () => replyWithPaperForm(ctx, reply, asked));
  });

  pages.get(`${orderPath}/sent`, { permission: 'read_reports' }, async (request: PaperRequest, reply, user) => {
    const { check, form } = await openFormOf(ctx, user, request.params.check_id, 'read_reports');
    if (check.formCompletedAt === null) throw new Refusal('not_found');
    const { contactPhone, contactEmail } = await readAccountSettings(ctx, check.tenant.accountId);
    const contact = [contactPhone, contactEmail].filter(Boolean).join(', ');
    return inTheirs(form, async () => {
      const sent = await readSentAnswers(ctx, form, orderHref(check.id));
      const asks =
        contact === ''
          ? say('Please read it. If something is wrong or missing, tell us by telephone, by letter or by email.')
          : say('Please read it. If something is wrong or missing, tell us: {contact}.', { contact });
      const copy = { ...sent, came: [...sent.came, asks], title: say('What you sent') };
      return replyWithCopy(ctx, reply, 'what-you-sent', copy);
    });
  });
}
