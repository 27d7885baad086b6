// The mails to candidates and referees with example values, so that a client sees each as it will look; pure.
import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { EmailTemplates, TemplateName } from './email-templates.ts';

/** In the order in which a candidate and a referee get them. */
export const exampleNames = [
  'check_invitation',
  'form_code',
  'form_reminder',
  'form_sent',
  'query_to_candidate',
  'appointment',
  'candidate_check_complete',
  'hearing_asked',
  'decision_told',
  'check_closed',
  'reference_request',
  'reference_sent',
  'reference_not_needed',
] as const satisfies readonly TemplateName[];

export type ExampleName = (typeof exampleNames)[number];

export const isExampleName = (name: string): name is ExampleName => (exampleNames as readonly string[]).includes(name);

/** @param link where every link leads: an example opens nobody's form */
export const exampleValues = (today: IsoDate, link: string): Pick<EmailTemplates, ExampleName> => {
  const candidateName = 'Jo Sample';
  const order = 'VF1042';
  const news = { candidateName, formUri: link };
  const referee = { refereeName: 'Robin Referee', candidateName, order };
  return {
    check_invitation: {
      ...news,
      reports: ['Identity', 'Right to work', 'Employment'],
      effort: { minutes: 15, entries: '', atHand: [] },
      submitBy: addDays(today, 14),
    },
    form_code: { candidateName, code: '123456', minutes: 30 },
    form_reminder: { ...news, submitBy: addDays(today, 7) },
    form_sent: { ...news, order, missing: [] },
    query_to_candidate: { ...news, answerBy: addDays(today, 5), isChase: false },
    appointment: { ...news, at: `${addDays(today, 5)}T10:15:00Z`, as: 'booked' },
    candidate_check_complete: { ...news, isAgain: false, areResultsShown: false },
    hearing_asked: { ...news, answerBy: addDays(today, 7) },
    decision_told: news,
    check_closed: { ...news, isFormLate: true, isFormSubmitted: false },
    reference_request: {
      ...{ refereeName: referee.refereeName, candidateName, order, as: 'request', asksFor: 'a reference on' },
      ...{ effort: { questions: 10, minutes: 5 }, which: '', place: 'Acme Ltd', answerBy: addDays(today, 10), link },
    },
    reference_sent: { ...referee, as: 'sent', on: today, link },
    reference_not_needed: referee,
  };
};
