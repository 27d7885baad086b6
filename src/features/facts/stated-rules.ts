// Finds what is wrong with facts as stated, whatever was ordered: used when facts are given and when a check is
// placed; pure.
import type { NameForm } from '../../lib/person-names.ts';
import type { Fact, FactTree } from './fact.ts';
import { type ApplicantFacts, facts } from './facts.ts';
import { type Finding, type Holder, isBlank } from './finding.ts';

/**
 * The maximum length of all facts together, as JSON (ours): enough for a hundred ordinary addresses. A page of a list
 * decrypts 500 applicants, and must not take many megabytes.
 */
const factsLength = 32_768;

export const holderOf = (given: ApplicantFacts, today: string, nameForm?: NameForm): Holder => ({
  ...given,
  today,
  nameForm,
});

export function statedFindings(given: ApplicantFacts, today: string, nameForm?: NameForm): Finding[] {
  const holder = holderOf(given, today, nameForm);
  return [...lengthFindings(given), ...findingsIn(facts, given, '', holder), ...contradictions(given)];
}

function contradictions({ name_is_from_birth, previous_names }: ApplicantFacts): Finding[] {
  if (name_is_from_birth !== true || previous_names.length === 0) return [];
  const [at, other] = ['previous_names', 'name_is_from_birth'];
  return [{ at, code: 'previous_name_though_from_birth', other, moment: 'placed' }];
}

function findingsIn(
  tree: FactTree,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  holder: Holder,
): Finding[] {
  return Object.entries(tree).flatMap(([name, fact]) => findingsOfFact(fact, values[name], `${prefix}${name}`, holder));
}

function findingsOfFact(fact: Fact, value: unknown, at: string, holder: Holder): Finding[] {
  if (fact.kind !== 'list') {
    // A blank value is wrong only if the fact's empty value is blank text: such a fact must be given.
    if (fact.rule === undefined || (isBlank(value) && fact.empty !== '')) return [];
    return fact.rule(String(value ?? ''), holder).map((fault) => ({ ...fault, at }));
  }
  return ((value ?? []) as readonly Readonly<Record<string, unknown>>[]).flatMap((entry, index) => {
    const prefix = `${at}[${index}].`;
    return (fact.rule?.(entry as never, holder) ?? []).map((one) => placed(one, prefix));
  });
}

/** The finding of an entry with paths from the root; `/name` names a fact outside of the entry. */
function placed({ other, ...finding }: Finding, prefix: string): Finding {
  const at = `${prefix}${finding.at}`;
  if (other === undefined) return { ...finding, at };
  return { ...finding, at, other: other.startsWith('/') ? other.slice(1) : `${prefix}${other}` };
}

function lengthFindings(given: ApplicantFacts): Finding[] {
  // The whole is longer than its parts together, and is written faster.
  if (JSON.stringify(given).length <= factsLength) return [];
  const lengths = Object.entries(given).map(([at, value]) => ({ at, length: JSON.stringify(value).length }));
  const length = lengths.reduce((sum, one) => sum + one.length, 0);
  if (length <= factsLength) return [];
  const { at } = lengths.reduce((longest, one) => (one.length > longest.length ? one : longest));
  return [{ at, code: 'too_long_together', params: { most: factsLength }, moment: 'given' }];
}
