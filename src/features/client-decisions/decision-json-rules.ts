// What a client decided and asked, as JSON for the evidence bundle and the copy for the person; pure.
import { toTimestamp } from '../../lib/dates.ts';
import type { MadeDecision } from './client-decision-actions.ts';
import type { Proposal } from './decision-proposal-actions.ts';
import type { FollowUp } from './follow-up-actions.ts';
import type { Hearing } from './hearing-actions.ts';
import type { RiskAssessment } from './risk-assessment-rules.ts';

export const decisionJson = ({
  decision,
  reason,
  told,
  isAlthoughDisputed,
  assessment,
  by,
  proposedBy,
  decidedAt,
}: MadeDecision) => ({
  ...{
    decision,
    reason,
    told,
    although_disputed: isAlthoughDisputed,
    by: by.name,
    proposed_by: proposedBy?.name ?? null,
  },
  decided_at: toTimestamp(decidedAt),
  risk_assessment: assessmentJson(assessment),
});

const assessmentJson = (assessment: RiskAssessment | undefined) =>
  assessment === undefined
    ? null
    : { answers: assessment.answers, agreed_by: assessment.agreedBy, review_on: assessment.reviewOn };

/** What followed decisions on a day. */
export const followUpJson = ({ kind, dueOn, outcome, note, by, closedAt }: FollowUp) => ({
  ...{ kind, due_on: dueOn, outcome, note, by: by?.name ?? null },
  recorded_at: closedAt === null ? null : toTimestamp(closedAt),
});

export const proposalJson = ({ decision, reason, assessment, by, proposedAt, isOpen, returned }: Proposal) => ({
  ...{ decision, reason, by: by.name, is_open: isOpen },
  proposed_at: toTimestamp(proposedAt),
  risk_assessment: assessmentJson(assessment),
  sent_back:
    returned === undefined
      ? null
      : { by: returned.by.name, reason: returned.reason, sent_back_at: toTimestamp(returned.at) },
});

export const hearingJson = ({ words, askedAt, answerBy, answers }: Hearing) => ({
  words,
  asked_at: toTimestamp(askedAt),
  answer_by: answerBy,
  answers: answers.map(({ text, at }) => ({ text, answered_at: toTimestamp(at) })),
});
