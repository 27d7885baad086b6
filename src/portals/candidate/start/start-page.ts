// The first page of the form: who asks, why, and how long it takes; without personal data, because anybody may open
// the link.
import type { Ctx } from '../../../context.ts';
import { formMinutes } from '../../../features/candidate-form/form-page-rules.ts';
import type { FormFront } from '../../../features/candidate-form/open-form.ts';
import { askForCode } from '../../shared/mailed-links/code-page.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import {
  type FormPages,
  formBase,
  formModel,
  linkFront,
  openFront,
  openRequestedForm,
} from '../candidate-form-request.ts';

interface Ending {
  readonly title: string;
  readonly text: readonly string[];
}

/** The text of the page once the form is closed. */
function endingOf(front: FormFront): Ending {
  const { accountName, status } = front;
  if (front.isReplaced) {
    return {
      title: 'This link has been replaced',
      text: ['We sent a newer link to the same address, and it has been used. Please open the form with that one.'],
    };
  }
  if (status === 'withdrawn' || status === 'cancelled') {
    return {
      title: 'This check has been closed',
      text: [
        `${accountName} no longer needs this check. There is nothing for you to do.`,
        `If you did not expect this, please ask ${accountName}.`,
      ],
    };
  }
  if (status === 'complete') {
    return {
      title: 'This check is finished',
      text: [`The results are with ${accountName}. There is nothing more for you to do.`],
    };
  }
  return {
    title: 'Your form has been sent',
    text: [
      'Thank you. There is nothing more for you to do now.',
      `We carry out the checks and tell ${accountName} the results.`,
    ],
  };
}

export function startPage(pages: FormPages, ctx: Ctx): void {
  pages.get('', openRequestedForm, (request, reply, { front, form }) => {
    if (front.openQueries > 0 && !front.isReplaced) {
      if (form !== undefined) return reply.redirect(`${formBase(request)}/queries`, 303);
      const title = front.openQueries === 1 ? 'We have a question for you' : 'We have questions for you';
      return renderPage(request, reply, 'candidate/start/asked.njk', formModel(request, front, title));
    }
    if (front.status !== 'awaiting_applicant' || front.isReplaced) {
      const ending = endingOf(front);
      return renderPage(request, reply, 'shared/mailed-links/ending.njk', {
        ...formModel(request, front, ending.title),
        text: ending.text,
      });
    }
    if (form !== undefined) return reply.redirect(`${formBase(request)}/tasks`, 303);
    return renderPage(request, reply, 'candidate/start/start.njk', {
      ...formModel(request, front, `A background check for ${front.accountName}`),
      types: front.types,
      minutes: formMinutes(front.scope),
      hasLeft: request.query.left !== undefined,
    });
  });

  pages.post('', openFront, async (request, reply, front) => {
    const link = linkFront(request, front);
    return link.isOpen ? askForCode(ctx, request, reply, link) : reply.redirect(formBase(request), 303);
  });
}
