// What a supplier needs of a person’s facts to answer a report: nothing of other periods, documents or bodies; pure.

import { daysOf, type IsoDate } from '../../lib/dates.ts';
import { type ApplicantFacts, withoutStaffNumbers } from '../facts/facts.ts';
import { nationalitiesOf } from '../facts/nationality-rules.ts';
import { withoutHiddenNames } from '../facts/previous-name-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { professionalBodies } from '../report-types/tables/professional-bodies.ts';
import { type ActivityHistoryParams, activitiesSince } from '../requirements/activity-history-requirement.ts';
import { type AddressHistoryParams, addressPeriod } from '../requirements/address-history-requirement.ts';
import { type IdentityDocumentsParams, kindsNeeded } from '../requirements/document-requirements.ts';
import { isMembershipOf } from '../requirements/membership-requirement.ts';
import type { PreviousNamesParams } from '../requirements/person-requirements.ts';
import { type Asked, paramsOf } from '../requirements/requirement-rules.ts';

type Part = Partial<ApplicantFacts>;

/** Without the addresses and activities of before the period that is asked for. */
function historyNeeded(facts: ApplicantFacts, asked: readonly Asked[], today: IsoDate): Part {
  const addresses = paramsOf<AddressHistoryParams>(asked, 'address_history');
  const activities = paramsOf<ActivityHistoryParams>(asked, 'activity_history');
  const since = (from: IsoDate) => (one: { readonly end_date: string | null }) =>
    one.end_date === null || daysOf(one.end_date)[1] >= from;
  return {
    ...(addresses && { addresses: facts.addresses.filter(since(addressPeriod(facts, addresses, today).from)) }),
    ...(activities && { activities: facts.activities.filter(since(activitiesSince(facts, activities.years, today))) }),
  };
}

/** Those of the kinds with which the type is satisfied; the requirement may be asked more than once. */
function documentsNeeded(facts: ApplicantFacts, asked: readonly Asked[]): Part {
  const kinds = asked
    .filter(({ id }) => id === 'identity_documents')
    .flatMap(({ params }) => kindsNeeded(params as IdentityDocumentsParams, nationalitiesOf(facts)));
  return { identity_documents: facts.identity_documents.filter(({ type }) => kinds.includes(type)) };
}

/** Those of the body that the type asks; all of them where none is called as the body is, because one of them must be it. */
function membershipsNeeded({ memberships }: ApplicantFacts, { name, variant }: ReportType): Part {
  const body = name === 'professional_membership' && professionalBodies.find(({ key }) => key === variant);
  if (!body) return {};
  const ofBody = memberships.filter((one) => isMembershipOf(one, { body: body.name, key: body.key }));
  return ofBody.length === 0 ? {} : { memberships: ofBody };
}

/** Whether whoever answers the report asks the employers. */
const asksEmployers = ({ properties }: ReportType): boolean => properties.employments !== undefined;

/** @param asked the requirements of the type */
export function neededFacts(
  given: ApplicantFacts,
  type: ReportType,
  asked: readonly Asked[],
  today: IsoDate,
): ApplicantFacts {
  const isOfAuthorities = paramsOf<PreviousNamesParams>(asked, 'previous_names')?.isOfForm !== true;
  const told = isOfAuthorities && !asksEmployers(type) ? given : withoutHiddenNames(given);
  const facts = asksEmployers(type) ? told : withoutStaffNumbers(told);
  return {
    ...facts,
    ...historyNeeded(facts, asked, today),
    ...documentsNeeded(facts, asked),
    ...membershipsNeeded(facts, type),
  };
}
