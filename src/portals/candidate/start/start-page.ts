// The first page of the form: who asks, why, and how long it takes; without personal data, because anybody may open
// the link.

import type { Ctx } from '../../../context.ts';
import type { FormFront } from '../../../features/candidate-form/open-form.ts';
import { readWithdrawal } from '../../../features/candidate-form/withdrawal-actions.ts';
import { toldToCandidate } from '../../../features/report-types/report-type-rules.ts';
import { atHandFor } from '../../../features/report-types/wanted-document-rules.ts';
import { formMinutes, timeOfEntries } from '../../../features/requirements/form-effort-rules.ts';
import { say, sayText } from '../../../messages/say.ts';
import { askForCode } from '../../shared/mailed-links/code-page.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, formBase, formModel, linkFront, openDevice, openFront } from '../candidate-form-request.ts';
import { withdrawnTitle } from '../withdraw/withdraw-page.ts';

interface Ending {
  readonly title: string;
  readonly text: readonly string[];
}

/** The text of the page once the form is closed. */
function endingOf(front: FormFront): Ending {
  const { accountName, status } = front;
  const account = { account: accountName };
  if (front.isReplaced) {
    return {
      title: say('This link has been replaced'),
      text: [
        say('We sent a newer link to the same address, and it has been used. Please open the form with that one.'),
      ],
    };
  }
  if (front.erased !== undefined) {
    const erased = { ...account, when: britishDate(front.erased.at) };
    return {
      title: say('Your data have been erased'),
      text: [
        front.erased.isAsked
          ? say('You asked for it: what we held about you for {account} was erased on {when}.', erased)
          : say('What we held about you for {account} was erased on {when}.', erased),
        say('What stays names you no more: that a check was ordered, when, how it ended and what it cost.'),
      ],
    };
  }
  if (status === 'withdrawn' || status === 'cancelled') {
    return {
      title: say('This check has been closed'),
      text: [
        say('The background check for {account} will not go on.', account),
        say('If you did not expect this, please ask {account}.', account),
      ],
    };
  }
  return {
    title: say('This check is finished'),
    text: [say('There is nothing more for you to do for {account}.', account)],
  };
}

const stillKept = 'You can still ask for a copy of what is kept about you, ask to have it erased, or complain.';

/** What the code leads to where the check ended before a form was sent. */
const closedUnsent = (front: FormFront) => ({
  title: endingOf(front).title,
  lead: `${endingOf(front).text[0]} ${say(stillKept)}`,
});

/** What the code leads to once the form is submitted. */
function askedFor({ accountName, status, openQueries }: FormFront) {
  const account = { account: accountName };
  if (openQueries > 0) {
    return {
      title: say(openQueries === 1 ? 'We have a question for you' : 'We have questions for you'),
      lead: say(
        'You sent us your form for the check that {account} asked for. To go on we need an answer from you.',
        account,
      ),
    };
  }
  if (status === 'withdrawn' || status === 'cancelled') {
    return {
      title: say('This check has been closed'),
      lead: say(
        'The check that {account} asked for goes no further. You can still read what you sent, and tell us if something is wrong.',
        account,
      ),
    };
  }
  if (status === 'complete') {
    return {
      title: say('This check is finished'),
      lead: say(
        'The results are with {account}. You can read and answer what they write to you, read what you sent, and tell us if something is wrong.',
        account,
      ),
    };
  }
  return {
    title: say('Your form has been sent'),
    lead: say(
      'We carry out the checks and tell {account} the results. You can see how your check is going, read what you sent and add documents.',
      account,
    ),
  };
}

export function startPage(pages: FormPages, ctx: Ctx): void {
  pages.get('', openDevice, async (request, reply, { front, form }) => {
    // Who types for them has the form alone, and is led here from every other page.
    if (form?.typist !== undefined) return reply.redirect(`${formBase(request)}/tasks`, 303);
    const isOver = front.isOpen && !front.isReplaced && front.status !== 'awaiting_applicant';
    if (isOver && front.isSubmitted) {
      const home = front.openQueries > 0 ? 'queries' : 'status';
      if (form !== undefined) return reply.redirect(`${formBase(request)}/${home}`, 303);
      const { title, ...words } = askedFor(front);
      return renderPage(request, reply, 'candidate/start/asked.njk', { ...formModel(request, front, title), ...words });
    }
    if (isOver && form === undefined) {
      const { title, lead } = closedUnsent(front);
      return renderPage(request, reply, 'candidate/start/asked.njk', { ...formModel(request, front, title), lead });
    }
    // Nobody without the code learns of it, and nothing is kept of somebody erased, who has no form.
    const withdrewAt =
      front.isReplaced || form === undefined
        ? undefined
        : await readWithdrawal(ctx, { tenant: front.caller, id: front.link.checkId, status: front.status });
    if (withdrewAt !== undefined) {
      const model = { ...formModel(request, front, say(withdrawnTitle)), withdrewAt };
      return renderPage(request, reply, 'candidate/withdraw/withdrawn.njk', model);
    }
    if (front.status !== 'awaiting_applicant' || front.isReplaced) {
      const ending = endingOf(front);
      return renderPage(request, reply, 'candidate/start/ended.njk', {
        ...formModel(request, front, ending.title),
        text: ending.text,
        hasRights: form !== undefined,
        isReplaced: front.isReplaced,
      });
    }
    if (form !== undefined) return reply.redirect(`${formBase(request)}/tasks`, 303);
    return renderPage(request, reply, 'candidate/start/start.njk', {
      ...formModel(request, front, say('A background check for {account}', { account: front.accountName })),
      types: front.types.map((type) => ({ label: sayText(type.label), told: sayText(toldToCandidate(type)) })),
      isRepeated: front.isRepeated,
      minutes: formMinutes(front.scope.asked),
      ofEntries: sayText(timeOfEntries(front.scope.asked)),
      atHand: atHandFor({ types: front.types, ...front.scope }),
      hasLeft: request.query.left !== undefined,
    });
  });

  pages.post('', openFront, async (request, reply, front) => {
    const link = linkFront(request, front);
    return link.isOpen ? askForCode(ctx, request, reply, link) : reply.redirect(formBase(request), 303);
  });
}
