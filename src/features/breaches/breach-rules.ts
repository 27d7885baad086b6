// How a breach is typed, who has to be told of it, and by when; pure.
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf, ukMoment, ukMomentText } from '../../lib/uk-times.ts';
import { type BreachCause, type BreachFacts, type BreachRisk, breachCauses, breachRisks } from './breach.ts';

/** The names of the inputs. Moments are typed as `2026-11-29T08:30`, by the clocks of the UK. */
export const breachFields = [
  ...([
    'name',
    'cause',
    'known_at',
    'happened_from',
    'happened_until',
    'people',
    'data',
    'effects',
    'measures',
  ] as const),
  ...(['risk', 'reasons', 'told_commissioner_at', 'commissioner_reference', 'told_clients_at'] as const),
  ...(['told_people_at', 'closed_on'] as const),
];
export type BreachField = (typeof breachFields)[number];
export type TypedBreach = Readonly<Record<BreachField, string>>;

const HOUR_MS = 3_600_000;

/** The Commissioner is told within 72 hours (UK GDPR Art. 33(1)). */
export const commissionerBy = ({ knownAt }: Pick<BreachFacts, 'knownAt'>): Date =>
  new Date(knownAt.getTime() + 72 * HOUR_MS);

export interface BreachDuty {
  readonly who: 'commissioner' | 'clients' | 'people';
  /** Null for `without undue delay`. */
  readonly by: Date | null;
}

/** Who has to be told and was not. While the risk is not judged, the time of the Commissioner counts all the same. */
export function openDuties(facts: BreachFacts): BreachDuty[] {
  const { risk, toldCommissionerAt, toldClientsAt, toldPeopleAt } = facts;
  if (facts.closedOn !== null) return [];
  const duties: BreachDuty[] = [];
  if (risk !== 'unlikely' && toldCommissionerAt === null)
    duties.push({ who: 'commissioner', by: commissionerBy(facts) });
  // Clients are the controllers: they are told of every breach, whatever its risk (Art. 33(2)).
  if (toldClientsAt === null) duties.push({ who: 'clients', by: null });
  if (risk === 'high' && toldPeopleAt === null) duties.push({ who: 'people', by: null });
  return duties;
}

const textOf = (moment: Date | null) => (moment === null ? '' : ukMomentText(moment));

export const typedBreach = (facts: BreachFacts): TypedBreach => ({
  ...{ name: facts.name, cause: facts.cause, known_at: textOf(facts.knownAt), happened_from: facts.happenedFrom },
  ...{ happened_until: facts.happenedUntil ?? '', people: facts.people?.toString() ?? '', data: facts.data },
  ...{ effects: facts.effects, measures: facts.measures, risk: facts.risk, reasons: facts.reasons },
  told_commissioner_at: textOf(facts.toldCommissionerAt),
  commissioner_reference: facts.commissionerReference,
  ...{ told_clients_at: textOf(facts.toldClientsAt), told_people_at: textOf(facts.toldPeopleAt) },
  closed_on: facts.closedOn ?? '',
});

const longest: Partial<Record<BreachField, number>> = {
  ...{ name: 200, data: 2000, effects: 5000, measures: 5000, reasons: 5000, commissioner_reference: 100 },
};

interface Reading {
  readonly typed: TypedBreach;
  readonly problems: Problems;
  readonly now: Date;
}

function chosen<Key extends string>(
  { typed, problems }: Reading,
  field: BreachField,
  options: Readonly<Record<Key, string>>,
) {
  const keys = Object.keys(options) as Key[];
  const found = keys.find((key) => key === typed[field]);
  if (found === undefined) problems.add(field, 'Choose one');
  return found ?? keys[0]!;
}

function momentOf({ typed, problems, now }: Reading, field: BreachField, after?: Date | null): Date | null {
  if (typed[field] === '') return null;
  const moment = ukMoment(typed[field]) ?? null;
  if (moment === null) problems.add(field, 'Enter a day and a time');
  else if (moment > now) problems.add(field, 'Enter a time that has passed');
  else if (after && moment < after) problems.add(field, 'Enter a time after it became known');
  return moment;
}

function dayOf({ typed, problems, now }: Reading, field: BreachField): IsoDate | null {
  if (typed[field] === '') return null;
  const day = parseDate(typed[field]) ?? null;
  if (day === null) problems.add(field, 'Enter a date');
  else if (day > ukDateOf(now)) problems.add(field, 'Enter a day that has come');
  return day;
}

function peopleOf({ typed, problems }: Reading): number | null {
  if (typed.people === '') return null;
  if (/^\d{1,9}$/.test(typed.people)) return Number(typed.people);
  problems.add('people', 'Enter a number, or leave it empty while nobody knows');
  return null;
}

/** What a late notification, a judgement, and an end must say. */
function checkAccount(facts: BreachFacts, problems: Problems): void {
  const { risk, toldCommissionerAt, closedOn, reasons } = facts;
  const isLate = toldCommissionerAt !== null && toldCommissionerAt > commissionerBy(facts);
  if (risk === 'unlikely' && reasons === '') problems.add('reasons', 'Say why no risk is likely');
  if (isLate && reasons === '') problems.add('reasons', 'Say why the Commissioner was told after more than 72 hours');
  if (closedOn === null) return;
  if (risk === 'not_judged') problems.add('risk', 'Judge the risk before you close it');
  if (facts.measures === '') problems.add('measures', 'Say what was done before you close it');
  if (risk !== 'unlikely' && toldCommissionerAt === null)
    problems.add('told_commissioner_at', 'Say when the Commissioner was told before you close it');
  if (facts.toldClientsAt === null && reasons === '')
    problems.add('told_clients_at', 'Say when the clients were told, or in the reasons why it concerns none of them');
  if (risk === 'high' && facts.toldPeopleAt === null && reasons === '')
    problems.add(
      'told_people_at',
      'Say when the people were told, or in the reasons why they need not be (Art. 34(3))',
    );
}

/** By the names of the inputs. The facts count only where nothing is wrong. */
export function readBreach(
  given: TypedBreach,
  now: Date,
): { readonly facts: BreachFacts; readonly problems: Problems } {
  const problems = new Problems();
  const typed = Object.fromEntries(breachFields.map((field) => [field, given[field].trim()])) as TypedBreach;
  const reading: Reading = { typed, problems, now };
  for (const field of breachFields)
    if (isLongerThan(typed[field], longest[field] ?? 100))
      problems.add(field, `Enter at most ${longest[field] ?? 100} characters`);
  if (typed.name === '') problems.add('name', 'Enter what happened, in a few words');
  if (typed.data === '') problems.add('data', 'Enter which data it concerns');
  const knownAt = momentOf(reading, 'known_at');
  if (typed.known_at === '') problems.add('known_at', 'Enter when it became known');
  const happenedFrom = dayOf(reading, 'happened_from');
  if (typed.happened_from === '') problems.add('happened_from', 'Enter since when it happened');
  if (happenedFrom !== null && knownAt !== null && happenedFrom > ukDateOf(knownAt))
    problems.add('happened_from', 'Enter a day before it became known');
  const happenedUntil = dayOf(reading, 'happened_until');
  if (happenedFrom !== null && happenedUntil !== null && happenedUntil < happenedFrom)
    problems.add('happened_until', 'Enter a day after it began');
  const closedOn = dayOf(reading, 'closed_on');
  if (closedOn !== null && knownAt !== null && closedOn < ukDateOf(knownAt))
    problems.add('closed_on', 'Enter a day after it became known');
  const facts: BreachFacts = {
    name: typed.name,
    cause: chosen<BreachCause>(reading, 'cause', breachCauses),
    knownAt: knownAt ?? now,
    happenedFrom: happenedFrom ?? ukDateOf(now),
    happenedUntil,
    people: peopleOf(reading),
    ...{ data: typed.data, effects: typed.effects, measures: typed.measures },
    risk: chosen<BreachRisk>(reading, 'risk', breachRisks),
    reasons: typed.reasons,
    toldCommissionerAt: momentOf(reading, 'told_commissioner_at', knownAt),
    commissionerReference: typed.commissioner_reference,
    toldClientsAt: momentOf(reading, 'told_clients_at', knownAt),
    toldPeopleAt: momentOf(reading, 'told_people_at', knownAt),
    closedOn,
  };
  checkAccount(facts, problems);
  return { facts, problems };
}
