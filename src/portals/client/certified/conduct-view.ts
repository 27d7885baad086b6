// Breaches of conduct rules as the pages of the register show them.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type ConductBreach, readBreachesOf } from '../../../features/certification/conduct-breach-actions.ts';
import {
  type BreachState,
  breachStates,
  conductRules,
  disciplines,
  reportingWays,
} from '../../../features/certification/conduct-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import type { ClientCaller, ClientUser } from '../client-caller.ts';
import { breachPath, certifiedPersonPath, newBreachPath } from './certified-path.ts';

const classes: Readonly<Record<BreachState, string>> = {
  suspected: 'govuk-tag--yellow',
  decided: 'govuk-tag--red',
  unfounded: 'govuk-tag--grey',
};

const texts: Readonly<Record<BreachState, string>> = {
  suspected: 'Suspected',
  decided: 'Breach',
  unfounded: 'No breach',
};

export const breachView = (one: ConductBreach) => ({
  ...one,
  name: fullName(one.facts.first_name, one.facts.last_name),
  href: breachPath(one.id),
  personHref: `${certifiedPersonPath(one.applicantId)}#conduct`,
  tag: { text: texts[one.state], classes: classes[one.state] },
  stateText: breachStates[one.state],
  ruleTexts: one.rules.map((rule) => conductRules[rule]),
  disciplineText: disciplines[one.discipline],
  reportedText: one.reportedBy === null ? undefined : reportingWays[one.reportedBy],
});

/** On the page of a person; nothing for who may not read it. */
export async function conductOf(ctx: Ctx, user: ClientUser, caller: ClientCaller, applicantId: string) {
  if (!mayDo(user, 'keep_conduct')) return {};
  const breaches = await readBreachesOf(ctx, caller, applicantId);
  return { breaches: breaches.map(breachView), newBreachHref: newBreachPath(applicantId) };
}
