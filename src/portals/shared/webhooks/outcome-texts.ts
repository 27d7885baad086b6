// What became of a notification, as a tag and what it means.
import type { DeliveryOutcome } from '../../../features/webhooks/event-delivery-rules.ts';
import type { Tag } from '../status-tags.ts';

const yellow = 'govuk-tag--yellow';
const red = 'govuk-tag--red';
const givenUp = (means: string) => ({ tag: { text: 'Given up', classes: red }, means });
const fixEndpoint = 'Fix the endpoint, then resend it.';

export const outcomeTexts: Readonly<Record<DeliveryOutcome, { readonly tag: Tag; readonly means: string }>> = {
  delivered: { tag: { text: 'Delivered', classes: 'govuk-tag--green' }, means: 'The endpoint acknowledged it.' },
  sending: { tag: { text: 'Being sent', classes: '' }, means: 'It is being sent now.' },
  due: { tag: { text: 'About to be sent', classes: '' }, means: 'It is about to be sent.' },
  retrying: {
    tag: { text: 'Retrying', classes: yellow },
    means: 'No attempt was acknowledged yet. Another attempt follows automatically.',
  },
  behind_earlier: {
    tag: { text: 'Waiting', classes: yellow },
    means: 'It waits for an earlier notification of the same check.',
  },
  paused: {
    tag: { text: 'Waiting', classes: yellow },
    means: 'Sending is paused because the endpoint failed repeatedly. It resumes automatically.',
  },
  attempts_used: givenUp(`No attempt was acknowledged. ${fixEndpoint}`),
  window_over: givenUp('It was not acknowledged within twelve hours. Resend it once the endpoint answers.'),
  webhook_disabled: givenUp(
    'The webhook was switched off before it was acknowledged. Switch the webhook on, then resend it.',
  ),
  environment_removed: givenUp(
    'The environment was removed from the webhook before it was sent. Add the environment, then resend it.',
  ),
  resend_failed: givenUp(`It was resent and not acknowledged. ${fixEndpoint}`),
};
