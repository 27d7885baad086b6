// The page on which somebody of the desk asks for mails: of the work in the morning, and of the figures.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import {
  chooseDeskMails,
  type DeskMail,
  mailsFor,
  readDeskMails,
} from '../../../features/accounts/desk-mail-actions.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

const path = '/desk/own-mails';
const options = { permission: 'sign_in' } as const;

function textsOf(user: UserOf<'desk'>): Readonly<Record<DeskMail, readonly [text: string, hint: string]>> {
  const team = mayDo(user, 'read_team')
    ? ' The same of the team, what waits for approval, and who is away with how much.'
    : '';
  return {
    morning: [
      'Your morning',
      `On each working day before you begin: what is overdue, due today and answered.${team} Not while you are away.`,
    ],
    week: [
      'The figures of last week',
      'On the first working day of a week: orders and reports, on time and how long they took, beside the week before.',
    ],
    month: [
      'The figures of last month',
      'On the first working day of a month: the same, beside the month before. No client and no candidate is named.',
    ],
  };
}

export function ownMailsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, options, async (request: FormRequest, reply, user) => {
    const chosen = await readDeskMails(ctx, user);
    const texts = textsOf(user);
    return renderPage(request, reply, 'desk/own-mails/own-mails.njk', {
      title: 'Your mails',
      action: path,
      done: noticeIn(request, { saved: 'Saved.' }),
      choices: mailsFor(user).map((value) => {
        const [text, hint] = texts[value];
        return { value, text, hint: { text: hint }, checked: chosen.includes(value) };
      }),
    });
  });

  pages.post(path, options, async (request: FormRequest, reply, user) => {
    await chooseDeskMails(ctx, user, [request.body?.mails ?? []].flat());
    return reply.redirect(`${path}?done=saved`, 303);
  });
}
