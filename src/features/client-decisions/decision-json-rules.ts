// What a client decided and asked, as JSON for the evidence bundle and the copy for the person; pure.
import { toTimestamp } from '../../lib/dates.ts';
import type { MadeDecision } from './client-decision-actions.ts';
import type { Proposal } from './decision-proposal-actions.ts';
import type { Hearing } from './hearing-actions.ts';

export const decisionJson = ({
  decision,
  reason,
  told,
  isAlthoughDisputed,
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
});

export const proposalJson = ({ decision, reason, by, proposedAt, isOpen, returned }: Proposal) => ({
  ...{ decision, reason, by: by.name, is_open: isOpen },
  proposed_at: toTimestamp(proposedAt),
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
