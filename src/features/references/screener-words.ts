// The questions of a questionnaire as they read to a screener, who writes down a call or a letter: what speaks to the referee
// has a second wording here; pure.
import type { FieldMessages } from '../../lib/refusal.ts';
import type { Question, Questionnaire } from './questionnaire.ts';

/** By the words for the referee. */
const toScreener: Readonly<Record<string, string>> = {
  'I do not know': 'They do not know',
  'I may not say': 'They may not say',
  'About you': 'About the referee',
  'Your full name': 'Full name of the referee',
  'Enter your full name': 'Enter the full name of the referee',
  'Your job title or position': 'Their job title or position',
  'Your organisation': 'Their organisation',
  'A telephone number where we can confirm this with you': 'A telephone number where we can confirm this with them',
  'I do not know when they started': 'The referee does not know when they started',
  'Are they still employed by you?': 'Are they still employed there?',
  'Select whether they are still employed by you': 'Select whether they are still employed there',
  'I do not know when they left': 'The referee does not know when they left',
  'I do not know their job title': 'The referee does not know their job title',
  'Would you employ them again?': 'Would the referee employ them again?',
  'Select whether you would employ them again': 'Select whether the referee would employ them again',
  'Enter why you would not employ them again': 'Enter why the referee would not employ them again',
  'Did they study with you?': 'Did they study there?',
  'Select whether they studied with you': 'Select whether they studied there',
  'How do you know them?': 'How does the referee know them?',
  'Enter how you know them': 'Enter how the referee knows them',
  'How you know them': 'How the referee knows them',
  'Since when have you known them?': 'Since when has the referee known them?',
  'Enter since when you have known them': 'Enter since when the referee has known them',
  'How do you rate their work?': 'How does the referee rate their work?',
  'Select how you rate their work': 'Select how the referee rates their work',
  'Are you related to them, by birth or marriage?': 'Is the referee related to them, by birth or marriage?',
  'Select whether you are related to them': 'Select whether the referee is related to them',
  'Are you 18 or older?': 'Is the referee 18 or older?',
  'Select whether you are 18 or older': 'Select whether the referee is 18 or older',
  'How often are you in touch?': 'How often are they in touch?',
  'Enter how often you are in touch': 'Enter how often they are in touch',
  'What you can say of them': 'What the referee can say of them',
  'What did they do while you knew them, as far as you know?':
    'What did they do while the referee knew them, as far as the referee knows?',
  'Are you the landlord or the agent?': 'Is the referee the landlord or the agent?',
  'Select whether you are the landlord or the agent': 'Select whether the referee is the landlord or the agent',
  'I do not know when it began': 'The referee does not know when it began',
  'I do not know when it ended': 'The referee does not know when it ended',
  'Would you let to them again?': 'Would the referee let to them again?',
  'Select whether you would let to them again': 'Select whether the referee would let to them again',
  'Your firm': 'The firm',
  'A. Did they perform a certification function for your firm, or were they an approved person for it?':
    'A. Did they perform a certification function for the firm, or were they an approved person for it?',
  'C. Which positions did they hold with you, each with its dates?':
    'C. Which positions did they hold with the firm, each with its dates?',
  'Enter the positions that they held with you, question C':
    'Enter the positions that they held with the firm, question C',
  'D. Did your firm conclude that they breached the individual conduct rules or the earlier statements of principle?':
    'D. Did the firm conclude that they breached the individual conduct rules or the earlier statements of principle?',
  'E. Did your firm conclude that they were not fit and proper to perform a function?':
    'E. Did the firm conclude that they were not fit and proper to perform a function?',
  'G. Do you know of anything else that bears on whether they are fit and proper, including investigations that are not finished?':
    'G. Does the firm know of anything else that bears on whether they are fit and proper, including investigations that are not finished?',
  'What you know': 'What the firm knows',
  'How do you know them, and for how long?': 'How does the referee know them, and for how long?',
  'Enter how you know them, and for how long': 'Enter how the referee knows them, and for how long',
  'Would you employ them in any other role?': 'Would the referee employ them in any other role?',
  'Select whether you would employ them in another role':
    'Select whether the referee would employ them in another role',
  'Enter why you would not employ them in another role': 'Enter why the referee would not employ them in another role',
  'What are your concerns?': 'What are the referee’s concerns?',
  'Enter your concerns': 'Enter the referee’s concerns',
  'Is there anything else that we should know?': 'Did the referee say anything else?',
};

const said = (words: string): string => toScreener[words] ?? words;

function forScreenerOf(question: Question): Question {
  const { label, kind, unknown } = question;
  const choice =
    typeof kind === 'object' &&
    Object.fromEntries(Object.entries(kind.choice).map(([value, text]) => [value, said(text)]));
  return {
    ...{ ...question, label: said(label) },
    ...(choice && { kind: { choice } }),
    ...(unknown !== undefined && { unknown: said(unknown) }),
  };
}

/** @param questionnaire with the labels for its referee */
export const forScreener = (questionnaire: Questionnaire): Questionnaire => ({
  ...questionnaire,
  sections: questionnaire.sections.map((section) => ({
    ...section,
    title: said(section.title),
    questions: section.questions.map(forScreenerOf),
  })),
});

/** What is missing, as it reads to a screener. */
export const messagesForScreener = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, messages.map(said)]));
