// References that a regulated firm gives, as the pages of the register show them.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type GivenReference, readGivenOf } from '../../../features/certification/given-reference-actions.ts';
import type { GivenState } from '../../../features/certification/given-reference-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import type { ClientCaller, ClientUser } from '../client-caller.ts';
import { certifiedPersonPath, givenReferencePath, newReferencePath } from './certified-path.ts';

export const givenTexts: Readonly<Record<GivenState, string>> = {
  asked: 'To be written',
  written: 'To be approved',
  approved: 'To be sent',
  given: 'Given',
};

const classes: Readonly<Record<GivenState, string>> = {
  asked: 'govuk-tag--yellow',
  written: 'govuk-tag--turquoise',
  approved: '',
  given: 'govuk-tag--green',
};

export const givenView = (one: GivenReference, today: IsoDate) => ({
  ...one,
  name: fullName(one.facts.first_name, one.facts.last_name),
  href: givenReferencePath(one.id),
  personHref: certifiedPersonPath(one.applicantId),
  tag: { text: givenTexts[one.state], classes: classes[one.state] },
  isLate: one.givenOn === null && one.dueOn < today,
});

/** On the page of a person; nothing for who may not read it. */
export async function givenOf(ctx: Ctx, user: ClientUser, caller: ClientCaller, applicantId: string, today: IsoDate) {
  if (!mayDo(user, 'keep_conduct')) return {};
  const given = await readGivenOf(ctx, caller, applicantId);
  return { given: given.map((one) => givenView(one, today)), newReferenceHref: newReferencePath(applicantId) };
}
