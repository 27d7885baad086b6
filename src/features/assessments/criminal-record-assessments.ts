// Judges convictions and cautions that a screener types: which are spent, and which a certificate leaves out; pure. The
// entries are not kept, and of the verdicts only what names no spent one.
import { ageOn, type IsoDate } from '../../lib/dates.ts';
import { recordStatements, spentReason, spentStatement } from '../../messages/en-spent-convictions.ts';
import { placeholderDob } from '../facts/facts.ts';
import { verdictOf } from '../knowledge/rule.ts';
import type { Assess, Assessed, AssessedPerson, Recorded } from './assessment.ts';
import { type SentenceKind, sentences } from './sentences.ts';
import {
  isPassable,
  isShownOnCertificate,
  type LastDay,
  type Length,
  laterDay,
  type PassedSentence,
  type SpentVerdict,
  spentCaution,
  spentConvictions,
} from './spent-conviction-rules.ts';

/** A row of the table as typed. */
interface TypedEntry {
  readonly date?: IsoDate;
  readonly disposal?: SentenceKind | 'simple_caution' | 'conditional_caution';
  readonly length?: number;
  readonly length_unit?: Length['unit'] | 'until_further_order';
  readonly age?: number;
  readonly endorsed?: boolean;
  readonly schedule_18_offence?: boolean;
  readonly never_filtered_offence?: boolean;
  readonly paid_or_ended_on?: IsoDate;
}

interface Entry {
  readonly number: number;
  readonly on: IsoDate;
  readonly isYouth: boolean;
  readonly typed: TypedEntry;
  /** null of a caution. */
  readonly sentence: PassedSentence | null;
}

const adultAge = 18;

function sentenceOf(typed: TypedEntry): PassedSentence | null {
  const { disposal, length, length_unit: unit } = typed;
  if (disposal === undefined || disposal === 'simple_caution' || disposal === 'conditional_caution') return null;
  const isOpen = unit === 'until_further_order';
  const set = length === undefined || unit === undefined || isOpen ? null : { count: length, unit };
  return {
    kind: disposal,
    length: isOpen ? unit : set,
    isEndorsed: typed.endorsed === true,
    isSchedule18: typed.schedule_18_offence === true,
    paidOn: typed.paid_or_ended_on ?? null,
  };
}

function entriesOf({ inputs }: Recorded, { facts: { dob } }: AssessedPerson): Entry[] {
  const typed = (inputs.convictions_and_cautions ?? []) as readonly TypedEntry[];
  return typed.flatMap((one, index) => {
    const { date: on, disposal } = one;
    if (on === undefined || disposal === undefined) return [];
    const age = one.age ?? (dob === placeholderDob ? adultAge : ageOn(on, dob));
    return [{ number: index + 1, on, isYouth: age < adultAge, typed: one, sentence: sentenceOf(one) }];
  });
}

const isImpossible = ({ sentence, isYouth }: Entry) => sentence !== null && !isPassable({ isYouth }, sentence);

const refused = (entries: readonly Entry[]): Assessed[] =>
  entries.filter(isImpossible).map(({ number }) => ({
    ...verdictOf('spent_convictions'),
    isMet: false,
    statement: recordStatements.notPassed(number),
    details: [],
    isForScreenerOnly: true,
  }));

interface Judged {
  readonly entry: Entry;
  readonly verdict: SpentVerdict;
}

/** Sentences of one day count as those of one conviction. */
function judgeConvictions(entries: readonly Entry[], today: IsoDate): Judged[] {
  const ofOneDay = [...Map.groupBy(entries, ({ on, isYouth }) => `${on} ${isYouth}`).values()];
  const convictions = ofOneDay.map((group) => ({
    convictedOn: group[0]!.on,
    isYouth: group[0]!.isYouth,
    sentences: group.map(({ sentence }) => sentence!),
  }));
  const verdicts = spentConvictions(convictions, today);
  return ofOneDay.flatMap((group, at) => group.map((entry) => ({ entry, verdict: verdicts[at]! })));
}

const judgeCaution = (entry: Entry, today: IsoDate): Judged => {
  const { disposal, paid_or_ended_on: endsOn } = entry.typed;
  // Without an end the conditions count for as long as the law lets them.
  const conditionsEndOn = disposal === 'conditional_caution' ? (endsOn ?? '9999-12-31') : null;
  return { entry, verdict: spentCaution({ givenOn: entry.on, conditionsEndOn }, today) };
};

function judge(entries: readonly Entry[], today: IsoDate): Judged[] {
  const convictions = entries.filter(({ sentence }) => sentence !== null);
  const cautions = entries.filter(({ sentence }) => sentence === null);
  const judged = [...judgeConvictions(convictions, today), ...cautions.map((entry) => judgeCaution(entry, today))];
  return judged.sort((one, other) => one.entry.number - other.entry.number);
}

const citedBy = ({ rule, source, asOf }: SpentVerdict) => ({ rule, source, asOf });

function lastUnspent(judged: readonly Judged[]): LastDay | undefined {
  const days = judged.filter(({ verdict }) => !verdict.isSpent).map(({ verdict }) => verdict.lastDay);
  return days.length === 0 ? undefined : days.reduce(laterDay);
}

export const assessSpentConvictions: Assess = (recorded, person) => {
  const entries = entriesOf(recorded, person);
  if (entries.length === 0) return [];
  const impossible = refused(entries);
  const judged = judge(
    entries.filter((entry) => !isImpossible(entry)),
    person.today,
  );
  const each = judged.map(
    ({ entry, verdict }): Assessed => ({
      ...citedBy(verdict),
      isMet: verdict.isSpent,
      statement: spentStatement(entry.number, verdict),
      details: verdict.because.map(spentReason),
      isForScreenerOnly: true,
    }),
  );
  if (impossible.length > 0) return [...impossible, ...each];
  const last = lastUnspent(judged);
  const whole = {
    ...verdictOf('spent_convictions'),
    isMet: last === undefined,
    statement: last === undefined ? recordStatements.noneUnspent : recordStatements.unspent(last),
    details: [],
  };
  return [...each, whole];
};

/** For the levels whose roles may ask for spent matters: the certificate still leaves some out. */
export const assessFilteredRecords: Assess = (recorded, person) => {
  const judged = entriesOf(recorded, person).map((entry) => ({
    entry,
    verdict: isShownOnCertificate(
      {
        kind: entry.sentence === null ? 'caution' : 'conviction',
        on: entry.on,
        isYouth: entry.isYouth,
        isCustodial: entry.sentence !== null && 'isCustodial' in sentences[entry.sentence.kind],
        isSpecified: entry.typed.never_filtered_offence === true,
      },
      person.today,
    ),
  }));
  if (judged.length === 0) return [];
  const each = judged.map(
    ({ entry, verdict: { rule, source, asOf, isShown } }): Assessed => ({
      ...{ rule, source, asOf },
      isMet: !isShown,
      statement: recordStatements.shown(entry.number, isShown),
      details: [],
      isForScreenerOnly: true,
    }),
  );
  const isAnyShown = judged.some(({ verdict }) => verdict.isShown);
  const whole = {
    ...verdictOf('filtered_records'),
    isMet: !isAnyShown,
    statement: isAnyShown ? recordStatements.someShown : recordStatements.noneShown,
    details: [],
  };
  return [...each, whole];
};
