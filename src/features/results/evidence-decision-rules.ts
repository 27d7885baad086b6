// What a client did with the results of a check, as the text of an evidence bundle for people; pure.

import { formatLongDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { decisionWords } from '../../messages/en-client-decisions.ts';
import { followUpWords } from '../../messages/en-follow-ups.ts';
import type { NamedActor } from '../accounts/actor-name-queries.ts';
import { jobOf, referencesOf } from '../checks/order-reference-rules.ts';
import type { MadeDecision } from '../client-decisions/client-decision-actions.ts';
import type { FollowUp } from '../client-decisions/follow-up-actions.ts';
import type { Hearing } from '../client-decisions/hearing-actions.ts';
import { riskLines } from '../client-decisions/risk-assessment-rules.ts';
import { limitedWords } from '../work-starts/limited-screening-rules.ts';
import { reasonLines, supervisedWords } from '../work-starts/work-start-rules.ts';
import { ukDate } from './report-document-rules.ts';
import type { Results } from './results-actions.ts';

/** What the client made of the results: the newest first. */
export interface ClientHandling {
  readonly decisions: readonly MadeDecision[];
  readonly hearings: readonly (Hearing & { readonly by: NamedActor })[];
  readonly followUps: readonly FollowUp[];
}

const part = (heading: string, lines: readonly string[]) => `${heading}\n\n${lines.join('\n')}\n`;

const given = (label: string, text: string | undefined) => (text ? [`${label}: ${text}`] : []);

function decisionLines({
  decision,
  reason,
  told,
  assessment,
  isAlthoughDisputed,
  by,
  proposedBy,
  decidedAt,
}: ClientHandling['decisions'][number]) {
  const proposed = proposedBy === undefined ? '' : `proposed by ${proposedBy.name} and confirmed `;
  return [
    `${decisionWords[decision].label}, ${proposed}by ${by.name} on ${ukDate(decidedAt)}`,
    ...(isAlthoughDisputed ? ['Although the candidate said that a result is not right'] : []),
    ...given('Reason', reason),
    ...(assessment === undefined ? [] : riskLines(assessment)),
    ...(told === '' ? [] : ['What the candidate was told:', told]),
    '',
  ];
}

const followUpLines = ({ kind, dueOn, outcome, note, by, closedAt }: FollowUp) => [
  `${followUpWords[kind].label} by ${formatLongDate(dueOn)}: ${outcome === null ? 'open' : `${outcome.replace('_', ' ')}, by ${by?.name} on ${ukDate(closedAt!)}`}`,
  ...given('Note', note),
  '',
];

const hearingLines = ({ words, by, askedAt, answerBy, answers }: ClientHandling['hearings'][number]) => [
  `Asked by ${by.name} on ${ukDate(askedAt)}, to be answered by ${formatLongDate(answerBy)}:`,
  words,
  ...answers.flatMap(({ text, at }) => ['', `The candidate answered on ${ukDate(at)}:`, text]),
  ...(answers.length === 0 ? ['', 'No answer.'] : []),
  '',
];

export function decisionText(
  { check, account, start }: Results,
  { decisions, hearings, followUps }: ClientHandling,
): string {
  const { purchaseOrder, reference } = referencesOf(check.order);
  const { first_name: first, last_name: last } = check.order.facts;
  return [
    part(`Order VF${check.orderId} of ${account.name}: ${fullName(first, last)}`, [
      ...given('Subsidiary', account.subsidiary),
      ...given('Job', jobOf(check.order)),
      ...given('Purchase order', purchaseOrder),
      ...given('Reference', reference),
      ...(start === undefined
        ? []
        : [
            `Starts work before the screening is complete: on ${formatLongDate(start.startsOn)}, complete by ${formatLongDate(start.completeBy)}`,
            ...(start.withoutClearance ? ['Started without clearance: what follows was written afterwards'] : []),
            ...(start.terms === undefined
              ? []
              : [limitedWords(start.terms.terms, start.terms.screening, formatLongDate)]),
            ...start.risks.flatMap(({ text, supervisor, longer, beforeLimited, by, recordedAt }) => [
              `How the risk is managed, by ${by.name} on ${ukDate(recordedAt)}: ${text}`,
              ...reasonLines({ longer, beforeLimited }),
              ...(supervisor === '' ? [] : [supervisedWords(supervisor)]),
            ]),
          ]),
    ]),
    part(
      'What the client decided, the newest first',
      decisions.length === 0 ? ['Nothing is recorded.'] : decisions.flatMap(decisionLines),
    ),
    ...(followUps.length === 0 ? [] : [part('Conditions and reviews with a day', followUps.flatMap(followUpLines))]),
    part(
      'What the candidate was asked before',
      hearings.length === 0 ? ['Nothing is recorded.'] : hearings.flatMap(hearingLines),
    ),
  ].join('\n');
}
