// What the page of the decision shows of decisions that take two people: the one to confirm, and those that were sent back.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { LONGEST_DECISION_REASON } from '../../../features/client-decisions/client-decision-rules.ts';
import {
  hasAnotherDecider,
  type Proposal,
  readProposals,
} from '../../../features/client-decisions/decision-proposal-actions.ts';
import { decisionWords } from '../../../messages/en-client-decisions.ts';
import type { ClientCaller } from '../client-caller.ts';
import { confirmPath, returnPath } from './decision-path.ts';

const viewOf = ({ by, returned, decision, ...proposal }: Proposal) => ({
  ...proposal,
  label: decisionWords[decision].label,
  by: by.name,
  returned: returned && { ...returned, by: returned.by.name },
});

/** @param typed why it is sent back */
export async function proposalsIn(ctx: Ctx, caller: ClientCaller, check: Check, typed: string) {
  const proposals = await readProposals(ctx, caller, check);
  const open = proposals.find(({ isOpen }) => isOpen);
  return {
    open: open && {
      ...viewOf(open),
      isAlone: open.isOwn && !(await hasAnotherDecider(ctx, caller, check)),
      confirmAction: confirmPath(check.id),
      returnAction: returnPath(check.id),
      typed,
      longest: LONGEST_DECISION_REASON,
    },
    returned: proposals.filter(({ returned }) => returned !== undefined).map(viewOf),
  };
}
