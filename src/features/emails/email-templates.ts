// The words of every mail.

import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { say } from '../../messages/say.ts';
import { type SpokenLanguage, speaking } from '../../messages/spoken-language.ts';
import { type AdministratorMails, administratorMailWords } from './administrator-mail-words.ts';
import { type AppointmentMail, appointmentWords } from './appointment-words.ts';
import { type BreachMails, breachMailWords } from './breach-words.ts';
import {
  answersCorrectedWords,
  type CandidateCheckComplete,
  type CandidateNews,
  candidateCheckCompleteWords,
  decisionToldWords,
  emailChangedWords,
  hearingAskedWords,
  type ProblemReceived,
  problemAnsweredWords,
  problemReceivedWords,
} from './candidate-news-words.ts';
import { type CertificationMails, certificationMailWords } from './certification-words.ts';
import { type ChosenMails, chosenMailWords } from './chosen-mail-words.ts';
import { type ContractMail, contractWords } from './contract-words.ts';
import {
  type DataRequestMail,
  dataRequestWords,
  type RequestsDueMail,
  requestsDueWords,
} from './data-request-words.ts';
import { type FiguresMail, figuresWords, type MorningMail, morningWords } from './desk-mail-words.ts';
import { type ExpiryMails, expiryMailWords } from './expiry-mail-words.ts';
import { type FormReminderMail, formReminderWords } from './form-reminder-words.ts';
import { type FreshLinkMail, freshLinkWords } from './fresh-link-words.ts';
import { type InvitationMail, invitationWords } from './invitation-words.ts';
import { dear, type Letter, type Sender, type Words, writeLetter } from './letter.ts';
import { type MoneyApprovalMails, moneyApprovalMailWords } from './money-approval-words.ts';
import { type ApprovalMails, approvalMailWords } from './order-approval-words.ts';
import { type OrderNews, type OrderNewsTemplate, orderNewsWords } from './order-news-words.ts';
import { type OrderStopMails, orderStopMailWords } from './order-stop-words.ts';
import { type PriceMails, priceMailWords } from './price-mail-words.ts';
import { type QueryMail, queryWords } from './query-words.ts';
import { joinedRequestWords, type ReferenceMails, referenceWords } from './reference-words.ts';
import { type RestrictionMail, restrictionWords } from './restriction-words.ts';
import { type SubprocessorMails, subprocessorMailWords } from './subprocessor-words.ts';
import { type SupplierMails, supplierMailWords } from './supplier-words.ts';

type OrderNewsTemplates = Readonly<Record<OrderNewsTemplate, OrderNews>>;

export interface EmailTemplates
  extends OrderNewsTemplates,
    AdministratorMails,
    ExpiryMails,
    CertificationMails,
    ChosenMails,
    PriceMails,
    OrderStopMails,
    BreachMails,
    SubprocessorMails,
    ApprovalMails,
    MoneyApprovalMails,
    ReferenceMails,
    SupplierMails {
  readonly check_invitation: InvitationMail;
  readonly sign_in_invitation: { readonly name: string; readonly link: string; readonly isOfDesk: boolean };
  readonly security_alert: {
    readonly sentence: string;
    readonly rule: string;
    /** Ids and networks only. */
    readonly concerns: string | undefined;
    readonly count: number;
    readonly page: string;
  };
  readonly forgotten_password: { readonly name: string; readonly link: string };
  readonly form_reminder: FormReminderMail;
  readonly form_sent: {
    readonly candidateName: string;
    readonly order: string;
    readonly formUri: string;
    /** The documents that can still be added, in the language of the candidate. */
    readonly missing: readonly string[];
  };
  readonly submission_notice: {
    readonly name: string;
    readonly order: string;
    readonly submitBy: IsoDate;
    /** The check's page in the portal. */
    readonly page: string;
  };
  readonly check_closed: {
    readonly candidateName: string;
    readonly formUri: string;
    /** The time to submit the form was over. */
    readonly isFormLate: boolean;
    readonly isFormSubmitted: boolean;
  };
  /** To a candidate who withdrew from a check or from its monitoring. */
  readonly withdrawal_receipt: {
    readonly candidateName: string;
    readonly from: 'check' | 'monitoring';
    /** The page that says how to have everything erased. */
    readonly rightsUri: string;
  };
  readonly report_reopened_candidate: { readonly candidateName: string };
  readonly candidate_check_complete: CandidateCheckComplete;
  readonly problem_received: ProblemReceived;
  readonly problem_answered: CandidateNews;
  readonly answers_corrected: CandidateNews;
  /** To the address that a candidate changed on their own page. */
  readonly email_changed: Pick<CandidateNews, 'candidateName'>;
  readonly restriction: RestrictionMail;
  readonly data_request: DataRequestMail;
  /** To the desk. */
  readonly data_requests_due: RequestsDueMail;
  readonly contract_ending: ContractMail;
  readonly desk_morning: MorningMail;
  readonly desk_week: FiguresMail;
  readonly desk_month: FiguresMail;
  readonly query_to_candidate: QueryMail;
  readonly appointment: AppointmentMail;
  /** Their client asks the candidate before it decides. */
  readonly hearing_asked: CandidateNews & { readonly answerBy: IsoDate };
  /** Their client tells the candidate what it decided. */
  readonly decision_told: CandidateNews;
  readonly query_to_client: {
    readonly name: string;
    readonly order: string;
    readonly page: string;
    readonly answerBy: IsoDate | null;
    readonly isChase: boolean;
  };
  readonly form_link: FreshLinkMail;
  readonly form_code: { readonly candidateName: string; readonly code: string; readonly minutes: number };
}

export type TemplateName = keyof EmailTemplates;

const pleaseAnswer = (by: IsoDate | null) => `Please answer ${by === null ? 'soon' : `by ${formatLongDate(by)}`}.`;

const words: {
  readonly [T in TemplateName]: (values: EmailTemplates[T], accountName: string, sender: Sender) => Words;
} = {
  ...orderNewsWords,
  ...administratorMailWords,
  ...expiryMailWords,
  ...chosenMailWords,
  ...priceMailWords,
  ...orderStopMailWords,
  ...breachMailWords,
  ...subprocessorMailWords,
  ...approvalMailWords,
  ...moneyApprovalMailWords,
  check_invitation: invitationWords,
  sign_in_invitation: ({ name, link, isOfDesk }, accountName) => ({
    subject: `${accountName}: set up your sign-in`,
    paragraphs: [
      `Dear ${name},`,
      `You can now sign in to the ${isOfDesk ? 'screening desk' : `background checks of ${accountName}`}. Choose your password with this link:`,
    ],
    link: { to: link, says: 'Choose your password' },
    closing: ['The link works once, for seven days.', 'If you do not expect this, ask whoever runs the service.'],
  }),
  security_alert: ({ sentence, rule, concerns, count, page }) => ({
    subject: `Security alert: ${sentence}`,
    paragraphs: [
      `${sentence}.`,
      `It concerns ${concerns ?? 'the whole installation'} (rule ${rule}, ${count} in the time of the rule).`,
      'The security events are here:',
    ],
    link: { to: page, says: 'See the security events' },
    closing: ['The same alert is not mailed again within an hour.'],
  }),
  forgotten_password: ({ name, link }) => ({
    subject: 'Set a new password',
    paragraphs: [`Dear ${name},`, 'Somebody asked for a new password for this address. Set it with this link:'],
    link: { to: link, says: 'Set a new password' },
    closing: [
      'The link works once, for an hour. It ends every session that is open.',
      'If it was not you, you need do nothing: your password stays.',
    ],
  }),
  form_reminder: formReminderWords,
  form_sent: ({ candidateName, order, formUri, missing }, account) => ({
    subject: say('Your form for {account} has been sent', { account }),
    paragraphs: [
      dear(candidateName),
      say(
        'Thank you. We have received your form for the background check that {account} asked for. Your order number is {order}.',
        { account, order },
      ),
      ...(missing.length === 0
        ? [say('You need do nothing now; if we need anything from you, we write to you.')]
        : [say('You can still add these documents, with the link below. The check is quicker with them:'), ...missing]),
      say(
        'With this link you can see how your check is going, read what you sent, add documents, and tell us if something is wrong:',
      ),
    ],
    link: { to: formUri, says: say('See how your check is going') },
    closing: [
      say('When you open it we send a code to this address, so that only you can see it.'),
      say('If you did not send a form, please tell {account}.', { account }),
    ],
  }),
  submission_notice: (values, accountName) => ({
    subject: `Order ${values.order} is cancelled on ${formatLongDate(values.submitBy)} unless the candidate submits the form`,
    paragraphs: [
      `Dear ${values.name},`,
      `The candidate of order ${values.order} of ${accountName} has not submitted the form. We have reminded them again. The order’s page shows when, and lets you extend the time:`,
    ],
    link: { to: values.page, says: 'Open the order' },
    closing: [`Without the form the order is cancelled on ${formatLongDate(values.submitBy)}.`],
  }),
  check_closed: ({ candidateName, formUri, isFormLate, isFormSubmitted }, account) => ({
    subject: say('Your background check for {account} is closed', { account }),
    paragraphs: [
      dear(candidateName),
      say(
        isFormLate
          ? 'The time to submit the form of the background check that {account} asked for is over, so the check is closed.'
          : 'The background check that {account} asked for is closed, and will not go on.',
        { account },
      ),
      say(
        isFormSubmitted
          ? 'You need do nothing more. What you have told us is still kept. You can read what you sent, tell us that something is wrong, ask for a copy of it, ask to have it erased, or complain:'
          : 'You need do nothing more. What you have told us is still kept. You can ask for a copy of it, ask to have it erased, or complain:',
      ),
    ],
    link: { to: formUri, says: say('See your page') },
    closing: [
      say('When you open the link we send a code to this address, so that only you can see it.'),
      say('If you have questions, please ask {account}.', { account }),
    ],
  }),
  withdrawal_receipt: ({ candidateName, from, rightsUri }, account) => ({
    subject: say(
      from === 'check'
        ? 'You have withdrawn from the background check for {account}'
        : 'The monitoring of your results for {account} has ended',
      { account },
    ),
    paragraphs: [
      dear(candidateName),
      say(
        from === 'check'
          ? 'You have withdrawn from the background check that {account} asked for. We have stopped all work on it and told {account}.'
          : 'You have ended the monitoring of your results that {account} asked for. We do not look at them again, and have told {account}.',
        { account },
      ),
      say('What you have told us is still kept. You may ask for a copy of it, ask to have it erased, or complain:'),
    ],
    link: { to: rightsUri, says: say('Your rights') },
    closing: [
      say('If you did not do this, please tell {account} today. They also answer your questions.', { account }),
    ],
  }),
  report_reopened_candidate: ({ candidateName }, account) => ({
    subject: say('A part of your background check is being checked again'),
    paragraphs: [
      dear(candidateName),
      say(
        'A part of the background check that {account} asked for was complete, and is open again so that it can be corrected.',
        { account },
      ),
      say('You need do nothing. If we need anything from you, we write to you.'),
    ],
    closing: [say('If you have questions, please ask {account}.', { account })],
  }),
  candidate_check_complete: candidateCheckCompleteWords,
  problem_received: problemReceivedWords,
  problem_answered: problemAnsweredWords,
  answers_corrected: answersCorrectedWords,
  email_changed: emailChangedWords,
  hearing_asked: hearingAskedWords,
  decision_told: decisionToldWords,
  restriction: restrictionWords,
  data_request: dataRequestWords,
  data_requests_due: requestsDueWords,
  contract_ending: contractWords,
  desk_morning: morningWords,
  desk_week: figuresWords,
  desk_month: figuresWords,
  query_to_candidate: queryWords,
  appointment: appointmentWords,
  query_to_client: (values, accountName) => ({
    subject: `${values.isChase ? 'Still open: a' : 'A'} question about order ${values.order}`,
    paragraphs: [
      `Dear ${values.name},`,
      `Order ${values.order} of ${accountName} is on hold${values.isChase ? ' and still' : ': it'} needs an answer from you. Please read the question and answer it on the order’s page:`,
    ],
    link: { to: values.page, says: 'Answer the question' },
    closing: [pleaseAnswer(values.answerBy)],
  }),
  form_link: freshLinkWords,
  ...referenceWords,
  ...supplierMailWords,
  ...certificationMailWords,
  form_code: ({ candidateName, code, minutes }, account) => ({
    subject: say('{code} is your code', { code }),
    paragraphs: [
      dear(candidateName),
      say('Your code for the background check that {account} asked for is {code}.', { account, code }),
      say('It works for {minutes} minutes. We will never ask you for it by telephone or email.', { minutes }),
    ],
    closing: [say('If you did not ask for a code, you need do nothing.')],
  }),
};

/** Those that a candidate or a referee reads in the language that they chose; the others exist in English only. */
const inWelshToo: ReadonlySet<TemplateName> = new Set([
  ...(['check_invitation', 'form_code', 'form_link', 'form_reminder', 'form_sent', 'query_to_candidate'] as const),
  ...(['check_closed', 'withdrawal_receipt', 'report_reopened_candidate', 'candidate_check_complete'] as const),
  ...(['problem_received', 'problem_answered', 'answers_corrected', 'email_changed', 'hearing_asked'] as const),
  ...(['decision_told', 'breach_to_candidate', 'data_request', 'restriction', 'appointment'] as const),
  ...(['reference_request', 'reference_sent', 'reference_not_needed', 'reference_code'] as const),
]);

/** In which language a mail is written that its reader would rather have in `wanted`. */
const languageOfMail = (template: TemplateName, wanted: SpokenLanguage): SpokenLanguage =>
  inWelshToo.has(template) ? wanted : 'en';

/** Several requests for references to one address, in one mail. */
export const renderJoinedRequests = (
  requests: readonly EmailTemplates['reference_request'][],
  sender: Sender,
  wanted: SpokenLanguage,
): Letter => speaking(wanted, () => writeLetter(joinedRequestWords(requests, sender.accountName), sender));

/** The mail as it is sent to somebody. */
export const renderEmail = <T extends TemplateName>(
  template: T,
  values: EmailTemplates[T],
  sender: Sender,
  wanted: SpokenLanguage = 'en',
): Letter =>
  speaking(languageOfMail(template, wanted), () =>
    writeLetter(words[template](values, sender.accountName, sender), sender),
  );
