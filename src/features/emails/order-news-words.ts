// The texts of mails that tell a client what happened to an order: its number and its page, never what was found.

import type { Words } from './letter.ts';

export interface OrderNews {
  readonly name: string;
  readonly orderNumber: string;
  /** The check's page in the portal. */
  readonly page: string;
}

const earlierVersions = 'The earlier versions of the result are kept.';

const news = (subject: string, { name, page }: OrderNews, said: string, ...closing: string[]): Words => ({
  subject,
  paragraphs: [`Dear ${name},`, `${said} The order:`],
  link: { to: page, says: 'Open the order' },
  closing,
});

const openAgain = (subject: string, about: OrderNews, because: string): Words =>
  news(
    subject,
    about,
    `A report of order ${about.orderNumber} that was complete is open again, ${because}. Do not rely on its earlier result. We notify you when it is complete again.`,
    earlierVersions,
  );

export const orderNewsWords = {
  identity_awaited: (about) =>
    news(
      `Please confirm the identity of the candidate of order ${about.orderNumber}`,
      about,
      `The candidate of order ${about.orderNumber} has submitted the form. A criminal record check needs somebody to see the candidate and their original documents, and to confirm who they are: it cannot be completed before.`,
      'The order’s page says which documents count. Nobody may confirm their own identity.',
    ),
  check_complete: (about) =>
    news(
      `Order ${about.orderNumber} is complete`,
      about,
      `Order ${about.orderNumber} is complete: none of its reports is open any more, and its results are ready.`,
    ),
  check_without_result: (about) =>
    news(
      `Order ${about.orderNumber} has ended without a result`,
      about,
      `Every report of order ${about.orderNumber} was withdrawn or cancelled, so it has no result.`,
    ),
  candidate_withdrew: (about) =>
    news(
      `The candidate of order ${about.orderNumber} has withdrawn`,
      about,
      `The candidate of order ${about.orderNumber} has withdrawn their consent. All work on the order has stopped, and it is withdrawn.`,
      'Reports that were complete before stay as they are. If you still need the check, please talk to the candidate first.',
    ),
  candidate_ended_monitoring: (about) =>
    news(
      `The candidate of order ${about.orderNumber} no longer agrees to monitoring`,
      about,
      `The candidate of order ${about.orderNumber} has withdrawn their agreement to the monitoring of its reports. The monitoring has ended.`,
      'The results stay as they are. If you still need the monitoring, please talk to the candidate, and place a new order with it.',
    ),
  candidate_refused_report: (about) =>
    news(
      `The candidate of order ${about.orderNumber} refuses a report`,
      about,
      `The candidate of order ${about.orderNumber} does not agree to one of its reports. It has stopped; the others go on.`,
      'The order’s page says which one, and why if they gave a reason. Please tell us with a comment there how you want to go on, and talk to the candidate. If they agree after all, the report can be added again.',
    ),
  result_disputed: (about) =>
    news(
      `The candidate of order ${about.orderNumber} says that a result is not right`,
      about,
      `The candidate of order ${about.orderNumber} has told us that a result is not right. We look into it, and correct the result if they are right. Please do not decide on it before.`,
      'The order’s page says which result it is, and we write to you when we have dealt with it.',
    ),
  dispute_settled: (about) =>
    news(
      `We have looked into what the candidate of order ${about.orderNumber} said`,
      about,
      `The candidate of order ${about.orderNumber} had told us that a result is not right. We have looked into it: what the order’s page says now is what we found.`,
    ),
  reference_updated: (about) =>
    news(
      `A regulatory reference of order ${about.orderNumber} was updated`,
      about,
      `A firm that gave a regulatory reference for order ${about.orderNumber} has learned something since. We look whether it changes the result, and open the report again if it does. Please do not rely on it before.`,
      'The order’s page says which report it is, and we write to you when we have dealt with it.',
    ),
  reference_update_settled: (about) =>
    news(
      `We have looked at the updated reference of order ${about.orderNumber}`,
      about,
      `A regulatory reference of order ${about.orderNumber} was updated. We have looked at it: what the order’s page says now is what we found.`,
    ),
  data_requested: (about) =>
    news(
      `The candidate of order ${about.orderNumber} asks about their data, or complains`,
      about,
      `The candidate of order ${about.orderNumber} has asked us something about their data (UK GDPR Art. 15 to 21), or complained to us. As you decide about the data, please tell us soon if you answer it yourselves, or if something speaks against it.`,
      'The order’s page says what they ask, by when it must be answered, and later how it was answered.',
    ),
  erasure_answered: (about) =>
    news(
      `Your request to erase the candidate of order ${about.orderNumber} is answered`,
      about,
      `You asked us to erase the candidate of order ${about.orderNumber} with everything that is kept about them. The order’s page says that it is done, or how we answered.`,
    ),
  candidate_restricted: (about) =>
    news(
      `The data of the candidate of order ${about.orderNumber} are restricted`,
      about,
      `The data of the candidate of order ${about.orderNumber} are restricted, as they asked (UK GDPR Art. 18). Until that ends, work on their orders has stopped, and their results are not shown.`,
      'Please restrict what you have downloaded about them, too: only keep it, and do not use it. We write to you when the restriction ends.',
    ),
  restriction_lifted: (about) =>
    news(
      `The data of the candidate of order ${about.orderNumber} are no longer restricted`,
      about,
      `The restriction of the data of the candidate of order ${about.orderNumber} has ended. Work on their orders goes on, and their results are shown again.`,
    ),
  conditional_start_ending: (about) =>
    news(
      `The screening of order ${about.orderNumber} must be complete soon`,
      about,
      `The candidate of order ${about.orderNumber} started work, or is to start, before the screening is complete. The time that you gave for it ends soon, and it is not complete yet.`,
      'The order’s page says by when it must be, what is still open, and for whom it waits.',
    ),
  conditional_start_over: (about) =>
    news(
      `The screening of order ${about.orderNumber} is not complete in time`,
      about,
      `The candidate of order ${about.orderNumber} started work before the screening was complete. The time that you gave for it is over, and it is not complete.`,
      'Please decide whether the candidate goes on working. If you give more time, record it on the order’s page.',
    ),
  hearing_answered: (about) =>
    news(
      `The candidate of order ${about.orderNumber} has answered you`,
      about,
      `The candidate of order ${about.orderNumber} has answered what you asked before you decide. Please read it, and decide, on the order’s page.`,
    ),
  hearing_lapsed: (about) =>
    news(
      `The candidate of order ${about.orderNumber} has not answered you`,
      about,
      `The day has passed until which the candidate of order ${about.orderNumber} could answer what you asked before you decide, and nothing has come. The decision waits for you.`,
      'They can still answer until you decide. If you need an answer, call them.',
    ),
  decision_proposed: (about) =>
    news(
      `A decision on order ${about.orderNumber} waits for a second person`,
      about,
      `A colleague has proposed a decision on the candidate of order ${about.orderNumber}. It counts once somebody else confirms it: please read it on the order’s page, and confirm it or send it back.`,
    ),
  decision_sent_back: (about) =>
    news(
      `The decision proposed on order ${about.orderNumber} is sent back`,
      about,
      `What was proposed about the candidate of order ${about.orderNumber} was not confirmed. Please read why, and decide again, on the order’s page.`,
    ),
  decision_awaited: (about) =>
    news(
      `Order ${about.orderNumber} waits for a decision`,
      about,
      `The results of order ${about.orderNumber} are complete, and nobody has recorded yet what was decided about the candidate. Please decide on the order’s page.`,
      'If the candidate was asked first, what they answered stands there.',
    ),
  decision_overdue: (about) =>
    news(
      `Order ${about.orderNumber} still waits for a decision`,
      about,
      `We wrote before that the results of order ${about.orderNumber} are complete, and nobody has recorded yet what was decided about the candidate. Please decide on the order’s page.`,
      'If the candidate was asked first, what they answered stands there.',
    ),
  conditions_due: (about) =>
    news(
      `Were the conditions on order ${about.orderNumber} met?`,
      about,
      `The day has come by which the conditions were to be met under which the candidate of order ${about.orderNumber} is suitable. Please say on the order’s page whether they were.`,
    ),
  review_due: (about) =>
    news(
      `The risk assessment on order ${about.orderNumber} is to be reviewed`,
      about,
      `The day has come on which the risk assessment of the candidate of order ${about.orderNumber} is to be reviewed. Please say on the order’s page what the review came to.`,
    ),
  comment_added: (about) =>
    news(
      `A comment on order ${about.orderNumber}`,
      about,
      `The screeners have written a comment on order ${about.orderNumber}. Read it, and answer it, on the order’s page.`,
    ),
  report_reopened: (about) =>
    openAgain(`A report of order ${about.orderNumber} is being corrected`, about, 'so that it can be corrected'),
  report_changed: (about) =>
    openAgain(
      `Monitoring opened a report of order ${about.orderNumber} again`,
      about,
      'because its monitoring found a change, or the law asks for a new check',
    ),
  report_complete_again: (about) =>
    news(
      `A report of order ${about.orderNumber} is complete again`,
      about,
      `A report of order ${about.orderNumber} that was open again is complete. Its result replaces the earlier one.`,
      earlierVersions,
    ),
  reopened_report_closed: (about) =>
    news(
      `A report of order ${about.orderNumber} has ended without a new result`,
      about,
      `A report of order ${about.orderNumber} that was open again was withdrawn or cancelled, and will not be complete again. Do not rely on its earlier result.`,
      earlierVersions,
    ),
} as const satisfies Readonly<Record<string, (about: OrderNews) => Words>>;

export type OrderNewsTemplate = keyof typeof orderNewsWords;
