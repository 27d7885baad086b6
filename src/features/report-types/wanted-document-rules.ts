// The documents that a candidate is asked for by what is ordered, as slots; pure.
import { sayText } from '../../messages/say.ts';
import { noFacts } from '../facts/facts.ts';
import type { ActivityHistoryParams } from '../requirements/activity-history-requirement.ts';
import {
  type DocumentSlot,
  type SlotCandidate,
  slotsOfRegime,
  slotsOfSet,
} from '../requirements/document-slot-rules.ts';
import type { OwnCertificateParams } from '../requirements/evidence-requirement.ts';
import { thingsAtHand } from '../requirements/form-effort-rules.ts';
import { slotsOfActivities } from '../requirements/gap-evidence-rules.ts';
import { setsToFollow } from '../requirements/number-requirements.ts';
import type { PreviousNamesParams } from '../requirements/person-requirements.ts';
import type { Asked } from '../requirements/requirement-rules.ts';
import { regimesOf } from './identity-inputs.ts';
import { ownCertificateSlots } from './own-certificate-rules.ts';
import type { ReportType } from './report-type.ts';

export interface AskedCandidate extends SlotCandidate {
  readonly types: readonly ReportType[];
  /** What the form asks. */
  readonly asked: readonly Asked[];
  readonly placeOfWork: string | null;
}

/**
 * Papers and records of the time before are in the former name, so that somebody has to show that it is theirs. A search at
 * the addresses of that time needs no proof.
 */
const hasChangedName = ({ asked, facts: { previous_names: names = [] } }: AskedCandidate): boolean =>
  names.length > 0 &&
  asked.some(({ id, params }) => id === 'previous_names' && (params as PreviousNamesParams).isOfForm !== true);

const activitySlots = (candidate: AskedCandidate): DocumentSlot[] =>
  candidate.asked
    .filter(({ id }) => id === 'activity_history')
    .flatMap(({ params }) => slotsOfActivities(candidate, params as ActivityHistoryParams));

/** What the ordered checks need; empty if they need no documents. */
export function wantedDocuments(candidate: AskedCandidate): DocumentSlot[] {
  const { types, asked, placeOfWork } = candidate;
  const regimes = regimesOf(
    types.map(({ id }) => ({ reportTypeId: id })),
    placeOfWork,
  );
  const sets = asked
    // The guidelines of the authority say who is asked for which proofs.
    .filter(({ id }) => id !== 'scottish_proofs')
    .map(({ id, params }) => (params as { readonly set?: string }).set ?? id);
  const slots = [
    ...sets.flatMap((set) => slotsOfSet(set, candidate)),
    ...regimes.flatMap((regime) => slotsOfRegime(regime, candidate)),
    ...(hasChangedName(candidate) && !sets.includes('name_change') ? slotsOfSet('name_change', candidate) : []),
    ...asked
      .filter(({ id }) => id === 'own_certificate')
      .flatMap(({ params }) => ownCertificateSlots(params as OwnCertificateParams, candidate.today)),
    ...activitySlots(candidate),
    ...setsToFollow({ ...noFacts, ...candidate.facts }).flatMap((set) => slotsOfSet(set, candidate)),
  ];
  return [...new Map(slots.map((slot) => [slot.id, slot])).values()];
}

const inSentence = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** What to have at hand for the form, its documents too, before anything is known of the candidate. */
export function atHandFor({ types, asked, today }: Pick<AskedCandidate, 'types' | 'asked' | 'today'>): string[] {
  const slots = wantedDocuments({ types, asked, today, facts: noFacts, placeOfWork: null });
  return [
    ...thingsAtHand(asked).map((thing) => sayText(thing)),
    ...slots.map(({ title, text }) => `${inSentence(title)}: ${sayText(text)}`),
  ];
}
