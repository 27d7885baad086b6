// The first page of a reference: who asks and what happens; without personal data, because anybody may open the link.
import type { Ctx } from '../../../context.ts';
import { effortOf } from '../../../features/references/questionnaire.ts';
import type { ReferenceFront } from '../../../features/references/reference-answer-actions.ts';
import { say, sayText } from '../../../messages/say.ts';
import { askForCode } from '../../shared/mailed-links/code-page.ts';
import type { LinkPages } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { saidDeclined } from '../decline/decline-words.ts';
import { othersModel } from '../others/others-page.ts';
import { linkFront, openFront, openRequested, referenceBase, referenceModel } from '../referee-request.ts';

/** The text of the page once nothing more is asked. */
function endingOf({ accountName: account, status, isReplaced, isSent, isDeclined, questionnaire }: ReferenceFront) {
  if (status === 'answered') {
    return {
      title: say('Your reference has been sent'),
      text: [
        say('Thank you. {account} gets it with the results of the check. There is nothing more for you to do.', {
          account,
        }),
        ...(questionnaire.afterwards === undefined ? [] : [sayText(questionnaire.afterwards)]),
        say('We may call you to confirm that it came from you.'),
        ...(isSent
          ? [say('With this link you can read what you sent, keep a copy, and say if you made a mistake.')]
          : []),
      ],
    };
  }
  // A link that was replaced leads nowhere.
  if (status === 'declined' && isDeclined) {
    return {
      title: say('You give no reference'),
      text: [say('Thank you for telling us. There is nothing more for you to do. You can close this page.')],
    };
  }
  if (isReplaced && status !== 'withdrawn') {
    return {
      title: say('This link has been replaced'),
      text: [say('There is a newer link, and it was sent or used since. Please open the one in our newest email.')],
    };
  }
  return {
    title: say('This reference is no longer needed'),
    text: [say('There is nothing for you to do. If you did not expect this, please ask {account}.', { account })],
  };
}

export function startPage(pages: LinkPages, ctx: Ctx): void {
  pages.get('', openRequested, async (request, reply, { front, form }) => {
    if (form?.isSent) return reply.redirect(`${referenceBase(request)}/sent`, 303);
    if (!front.isOpen) {
      const { title, text } = endingOf(front);
      return renderPage(request, reply, 'referee/start/ended.njk', {
        ...referenceModel(request, front, title),
        text,
        isSent: front.isSent,
        isDeclined: front.isDeclined,
        mayReconsider: front.mayReconsider,
        declined: form?.reference.reply.declined && saidDeclined(form.reference.reply.declined),
        ...(form !== undefined && front.isDeclined && (await othersModel(ctx, form))),
      });
    }
    if (form !== undefined) return reply.redirect(`${referenceBase(request)}/willing`, 303);
    return renderPage(request, reply, 'referee/start/start.njk', {
      ...referenceModel(request, front, say('{account} asks you for a reference', { account: front.accountName })),
      effort: effortOf(front.questionnaire),
      mayBeLimited: front.questionnaire.mayBeLimited,
      hasLeft: request.query.left !== undefined,
    });
  });

  pages.post('', openFront, async (request, reply, front) =>
    front.isOpen || front.isSent || front.isDeclined
      ? askForCode(ctx, request, reply, linkFront(request, front))
      : reply.redirect(referenceBase(request), 303),
  );
}
