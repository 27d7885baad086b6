// The words of text messages: what mails to candidates say who have to do something, in a sentence with the link.
import { formatLongDate } from '../../lib/dates.ts';
import type { EmailTemplates, TemplateName } from './email-templates.ts';

export type TextedTemplate = 'check_invitation' | 'form_reminder' | 'query_to_candidate';

const words: { readonly [T in TextedTemplate]: (values: EmailTemplates[T], accountName: string) => string } = {
  check_invitation: ({ formUri, submitBy }, accountName) =>
    `${accountName} asks you to fill in a form for your background check${submitBy === undefined ? '' : ` by ${formatLongDate(submitBy)}`}. Our email says more. ${formUri}`,
  form_reminder: ({ formUri, submitBy }, accountName) =>
    `${accountName} still waits for the form of your background check. Please submit it by ${formatLongDate(submitBy)}. ${formUri}`,
  query_to_candidate: ({ formUri, answerBy, isChase, isStep }, accountName) =>
    `${isStep === true ? `One step ${isChase ? 'still ' : ''}waits for you` : `We ${isChase ? 'still ' : ''}need an answer from you`}${answerBy === null ? '' : ` by ${formatLongDate(answerBy)}`} to go on with your background check for ${accountName}. ${formUri}`,
};

const isTexted = (template: TemplateName): template is TextedTemplate => Object.hasOwn(words, template);

/** Undefined for a mail that goes by mail only. */
export const textWords = <T extends TemplateName>(
  template: T,
  values: EmailTemplates[T],
  accountName: string,
): string | undefined =>
  isTexted(template)
    ? (words[template] as (values: unknown, accountName: string) => string)(values, accountName)
    : undefined;
