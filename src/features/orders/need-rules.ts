// What an order that the client enters whole must bring, need by need of what was ordered; pure.

import { apiSentence } from '../../messages/sentences.ts';
import type { IdentityDocument } from '../facts/facts.ts';
import type { EntryNeed, Need } from '../report-types/needs.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { activityYearsOf, addressYearsOf, needsOf } from '../report-types/report-type-rules.ts';
import { rightToWorkFindings } from '../requirements/right-to-work-rules.ts';
import { type GivenDocument, particularPath } from './candidate-facts-rules.ts';
import { type Given, require, requireActivities, requireAddressHistory } from './history-rules.ts';
import type { SpecificData } from './order-body.ts';

export interface Entered extends Given {
  readonly types: readonly ReportType[];
  readonly documents: readonly GivenDocument[];
  readonly specific: SpecificData;
  readonly pathOf: (name: keyof SpecificData) => string;
}

const identity = 'Candidate.Identity';

/** A new need is demanded here by the compiler. */
const byNeed: Readonly<Record<Need, (entered: Entered) => void>> = {
  // Asked of every order.
  name: () => undefined,
  date_of_birth: () => undefined,
  previous_names(entered) {
    const { CurrentName: name, PreviousNames: previous = [] } = entered.body;
    require(entered, 'Candidate.CurrentName.IsFromBirth', name?.IsFromBirth);
    previous.forEach((one, index) => {
      const path = `Candidate.PreviousNames[${index}]`;
      require(entered, `${path}.KnownFromDate`, one.KnownFromDate);
      require(entered, `${path}.KnownToDate`, one.KnownToDate);
    });
    if (name?.IsFromBirth !== false) return;
    require(entered, 'Candidate.CurrentName.KnownFromDate', name.KnownFromDate);
    require(entered, 'Candidate.PreviousNames', previous[0]);
  },
  gender: (entered) => require(entered, 'Candidate.PersonalInfo.Gender', entered.facts.gender),
  place_of_birth(entered) {
    require(entered, 'Candidate.PersonalInfo.TownOfBirth', entered.facts.town_of_birth);
    require(entered, 'Candidate.PersonalInfo.CountryOfBirth', entered.facts.country_of_birth);
  },
  nationality: (entered) => require(entered, 'Candidate.PersonalInfo.CurrentNationality', entered.facts.nationality),
  national_insurance_number: (entered) =>
    requireDocument(entered, 'national_insurance', 'NationalInsuranceNumberDocument'),
  driving_licence: (entered) => requireDocument(entered, 'driving_licence', 'DrivingDocument'),
  employment_history: (entered) => requireActivities(entered, activityYearsOf(entered.types)),
  education: (entered) => require(entered, 'Candidate.Education', entered.facts.qualifications[0]),
  professional_memberships: (entered) => require(entered, 'Candidate.Memberships', entered.facts.memberships[0]),
  address_history: (entered) => requireAddressHistory(entered, addressYearsOf(entered.types)),
  // The client keeps the consent that the candidate gave; no field of the body carries it (ours).
  criminal_record_consent: () => undefined,
};

function requireDocument(entered: Entered, type: GivenDocument['type'], name: string): void {
  const isGiven = entered.documents.some((document) => document.type === type);
  if (!isGiven) require(entered, `${identity}.${name}`, null);
}

const examined: readonly GivenDocument['type'][] = ['passport', 'driving_licence', 'identity_card', 'residence_permit'];

const byEntryNeed: Readonly<Record<EntryNeed, (entered: Entered) => void>> = {
  identity_document({ documents, problems }) {
    if (documents.some(({ type }) => examined.includes(type))) return;
    problems.add(identity, 'must name a passport, driving licence, national identity card or residence permit');
  },
  right_to_work_documents({ documents, facts: { nationality }, today, problems }) {
    if (nationality === null) return;
    for (const found of rightToWorkFindings(documents, { nationality, today })) {
      const [, index, fact] = /\[(\d+)\]\.(\w+)/.exec(found.at) ?? [];
      const path =
        index === undefined ? identity : particularPath(documents[Number(index)]!, fact as keyof IdentityDocument);
      problems.add(path, apiSentence(found));
    }
  },
  scottish_proofs(entered) {
    const { specific, pathOf } = entered;
    if (specific.CheckCriminalPlaceOfWork?.toLowerCase() !== 'scotland') return;
    require(entered, pathOf('IdentityProof'), specific.IdentityProof);
    require(entered, pathOf('AddressProof'), specific.AddressProof);
  },
};

export function addNeedProblems(entered: Entered): void {
  for (const need of needsOf(entered.types)) byNeed[need](entered);
  for (const need of new Set(entered.types.flatMap(({ entryNeeds }) => entryNeeds))) byEntryNeed[need](entered);
}
