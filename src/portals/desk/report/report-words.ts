// The desk's texts for states, results and moves.

import type { ReportResult } from '../../../features/report-types/breakdown.ts';
import type { SubResult, TrafficLight } from '../../../features/reports/report-rules.ts';
import type { ReportState, ScreeningMove } from '../../../features/reports/report-states.ts';
import { ownText } from '../queue/queue-words.ts';

/** The choices of keys 1 to 4: three results, and consider marked Red. */
export const verdicts = [
  {
    value: 'clear',
    text: 'Clear',
    result: 'clear',
    light: 'Green',
    hint: 'Nothing to think about',
  },
  {
    value: 'consider',
    text: 'Consider',
    result: 'consider',
    light: 'Amber',
    hint: 'To be looked at',
  },
  {
    value: 'unidentified',
    text: 'Unidentified',
    result: 'unidentified',
    light: 'Amber',
    hint: 'Not matched',
  },
  { value: 'red', text: 'Consider, marked Red', result: 'consider', light: 'Red', hint: 'Serious' },
] as const satisfies readonly {
  value: string;
  text: string;
  result: ReportResult;
  light: TrafficLight;
  hint: string;
}[];

export const subResultTexts: Readonly<Record<SubResult, string>> = {
  clear: 'Clear',
  rejected: 'Rejected',
  suspected: 'Suspected',
  caution: 'Caution',
};

/** The buttons in their order; the first two submit the outcome, the last two ask for confirmation. */
export const moveTexts: Readonly<Record<ScreeningMove, string>> = {
  complete: 'Complete report',
  await_approval: 'Send to awaiting approval',
  change: 'Propose this instead',
  need_more: 'Back to awaiting data',
  pause: 'Pause',
  resume: 'Resume',
  withdraw: 'Withdraw',
  cancel: 'Cancel report',
};

interface NoteText {
  readonly text: string;
  /** The name of the reports that the note concerns; undefined if it concerns the whole order. */
  readonly report?: string;
}

/** Notes that the program made for the operator when the order was placed. */
const noteTexts: Readonly<Record<string, NoteText>> = {
  email_domain_not_looked_up: {
    text: 'The domain of the email address could not be looked up when the order was placed.',
  },
  identity_route_2: {
    text: 'The identity documents meet Route 2: an outside validation is needed, and the reason why Route 1 could not be met must be kept for 2 years.',
    report: 'criminal_history',
  },
  erased: { text: 'The candidate’s data was erased.' },
};

export const notesFor = (
  report: { readonly name: string },
  { notes }: { readonly notes: readonly string[] },
): string[] =>
  notes
    .map((note): NoteText => noteTexts[note] ?? { text: note })
    .filter((note) => note.report === undefined || note.report === report.name)
    .map(({ text }) => text);

/** What was done, in the notice above the page. */
export const movedTexts: Readonly<Record<ScreeningMove, string>> = {
  complete: 'The report is complete.',
  await_approval: 'The report awaits approval.',
  change: 'The changed outcome awaits approval by somebody else.',
  need_more: 'The report is back to awaiting data.',
  pause: 'The report is paused.',
  resume: 'The report is resumed.',
  withdraw: 'The report is withdrawn.',
  cancel: 'The report is cancelled.',
};

/** The notices by the code with which another page leads back here: `?done=…`. */
export const doneTexts: Readonly<Record<string, string>> = {
  own_next: `${ownText} Nothing else in this queue is free, so the next of your own opens.`,
  claimed_next: 'You work on this report now: nothing else of yours can be worked on.',
  attached: 'The file is attached.',
  file_deleted: 'The file is deleted.',
  kept: 'Your draft is saved.',
  corrected_again: 'It was corrected again since you read it, so nothing is recorded. Read below what it says now.',
  law: 'The country of the job and the legal ground are recorded.',
  list_grounds: 'It is recorded why the barred lists may be searched.',
  consent_seen: 'It is recorded that you have seen the signed consent.',
  noted: 'The note is added.',
  answered: 'The answer is sent. The candidate gets a mail that it is there.',
  handled: 'It is recorded that this was dealt with. The candidate sees it.',
  ticked: 'The steps are saved.',
  monitoring_moved: 'The next day of monitoring is changed.',
  planned: 'Due date and priority are saved.',
  applied:
    'It is recorded that the application was sent and its fee paid. The fee stays charged, also if the report ends.',
  application: 'The application is saved.',
  not_applied: 'Recorded: not sent. If the report ends so, its fee is credited.',
  called: 'The call is logged.',
  discarded: 'Your draft is discarded.',
  query_sent: 'The query is sent. The report waits for the answer.',
  appointment_offered: 'The times are sent to the candidate. The report waits for them to choose.',
  appointment: 'The appointment is recorded, and the candidate gets a mail. The report waits until then.',
  appointment_called_off: 'The appointment is called off. The candidate gets a mail.',
  appointment_kept: 'It is recorded that the candidate came.',
  appointment_missed: 'It is recorded that the candidate did not come. Offer another time, or close the report.',
  query_answered: 'The answer is recorded.',
  query_withdrawn: 'The query is withdrawn.',
  query_postponed: 'There is more time to answer the query.',
  sent_out:
    'It is recorded that the report was sent out. It waits for the supplier. The spreadsheet for the supplier is on the page of the request, under Sent out.',
  source_answered: 'The answer of the supplier is recorded.',
  source_answer_corrected:
    'The corrected answer is recorded beside the one before it. Look at the report again: is its outcome still right?',
  result_stays: 'It is recorded that the result stays.',
  source_chased: 'The chase is recorded. The report waits for the supplier again.',
  source_cancelled: 'The request to the supplier is cancelled.',
  assigned: 'The file is kept with what you chose.',
  confirmed: 'The candidate’s identity is confirmed.',
  sent_back: 'The outcome is sent back: to its screener, or to the queue while they are away.',
  changed: 'It is recorded, and the report is open again.',
  unmonitored: 'The report is not monitored any more.',
  upheld: 'It is recorded that the result holds.',
  unchanged: 'It is recorded that nothing has changed.',
  reopened: 'The report is open again. The client and the candidate were told by mail.',
  taken_over: 'The answers of the referee are in the outcome. Check them, and decide.',
};

/** Instead of an outcome, where there is none and the reader does not decide one. */
export const noOutcomeTexts: Readonly<Record<ReportState, string>> = {
  awaiting_data: 'Nothing is recorded yet.',
  paused: 'Nothing is recorded yet. Resume the report to record its outcome.',
  awaiting_approval: 'Nothing is recorded yet.',
  complete: 'The report is complete without an outcome.',
  cancelled: 'The report was cancelled before an outcome was recorded.',
  withdrawn: 'The report was withdrawn before an outcome was recorded.',
};
