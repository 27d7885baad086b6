// The page on which a client's user chooses the mails that they get.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  chooseMails,
  type OrderMails,
  orderMailChoices,
  readMailChoices,
  type SummaryChoice,
  summaryChoices,
} from '../../../features/accounts/order-mail-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import type { ClientUser } from '../client-caller.ts';

const path = '/portal/mails';
const options = { permission: 'read_checks' } as const;

const texts: Readonly<Record<OrderMails, readonly [text: string, hint: string]>> = {
  own: [
    'Orders of my own',
    'Those that you placed or commented on, and those of a colleague while you cover for them. Administrators also get the mails of orders that nobody here placed.',
  ],
  all: ['All orders that I see', ''],
  none: ['No orders', 'If nobody else would get a mail, you still do.'],
};

const summaryTexts: Readonly<Record<SummaryChoice, string>> = {
  never: 'Never',
  daily: 'On each working day',
  weekly: 'On the first working day of a week',
};

function sentIn({ body }: FormRequest) {
  const { orders, summary, review, late } = body ?? {};
  return { orders, summary, review: review === 'yes', late: late === 'yes' };
}

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: ClientUser, errors?: FieldMessages) {
  const chosen = errors === undefined ? await readMailChoices(ctx, user) : sentIn(request);
  return renderPage(request, reply, 'client/mails/mails.njk', {
    title: 'Mails',
    action: path,
    errors,
    wantsReview: chosen.review,
    wantsLate: chosen.late,
    done: noticeIn(request, { saved: 'Saved.' }),
    choices: orderMailChoices.map((value) => {
      const [text, hint] = texts[value];
      return { value, text, checked: value === chosen.orders, ...(hint !== '' && { hint: { text: hint } }) };
    }),
    summaries: summaryChoices.map((value) => ({
      ...{ value, text: summaryTexts[value], checked: value === chosen.summary },
    })),
  });
}

export function mailsPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, options, (request: FormRequest, reply, user) => show(ctx, request, reply, user));

  pages.post(path, options, async (request: FormRequest, reply, user) => {
    try {
      await chooseMails(ctx, user, sentIn(request));
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), user, error.fields);
    }
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
