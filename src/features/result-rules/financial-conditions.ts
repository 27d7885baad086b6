// What can be found about money, companies, lists and the press; pure.
import { inPounds } from '../../lib/money.ts';
import {
  answersOf,
  type Entry,
  entriesOf,
  firstDayOf,
  hasPart,
  hasProperty,
  isNamed,
  lastDayOf,
  listedAndPart,
  numberOf,
  ofDay,
  partsFound,
  textOf,
} from './finding-rules.ts';
import type { Condition, Hit, JudgedReport } from './result-rule.ts';

const judgmentKinds = ['county_court_judgment', 'high_court_judgment', 'decree', 'judgment_ni'];
const financial = isNamed('credit', 'adverse_financial', 'bankruptcy', 'ccj');

/** A record that was set aside was never owed. */
const recordsOf = (report: JudgedReport, isWanted: (kind: string) => boolean): Entry[] =>
  entriesOf(report, 'records').filter(({ kind, status }) => isWanted(String(kind)) && status !== 'set_aside');

const isJudgment = (kind: string) => judgmentKinds.includes(kind);
const amountWords = (amount: number | null) => (amount === null ? '' : ` of ${inPounds(amount)}`);

const judgmentHit = ({ amount_pence, dated, status }: Entry): Hit => {
  const pence = numberOf(amount_pence);
  const words = `Judgment${amountWords(pence)}${ofDay(dated)}`;
  return { words, pence, on: lastDayOf(dated), isOnly: status !== 'satisfied' };
};

/** One that is satisfied does not account for a part that says that one is not. */
function judgments(report: JudgedReport): readonly Hit[] {
  const listed = recordsOf(report, isJudgment).map(judgmentHit);
  const answer = report.breakdown.ccj?.result;
  if (answer !== 'satisfied' && answer !== 'unsatisfied') return listed;
  if (listed.some(({ isOnly }) => isOnly || answer === 'satisfied')) return listed;
  return [...listed, { words: `Judgment, ${answer}`, pence: null, on: null, isOnly: answer === 'unsatisfied' }];
}

/** What is in force is of today, however long ago it began: restrictions can last fifteen years. */
const isInForce = ({ status, ended_on }: Entry, { today }: JudgedReport): boolean =>
  status === 'in_force' || (lastDayOf(ended_on) ?? '') >= today;

function insolvencies(report: JudgedReport): readonly Hit[] {
  const listed = recordsOf(report, (kind) => kind !== 'other' && !isJudgment(kind)).map((record): Hit => {
    const { dated, status } = record;
    const [words, isOpen] = [`Insolvency${ofDay(dated)}`, isInForce(record, report)];
    if (isOpen) return { words: `${words}, in force`, on: report.today };
    return { words, on: lastDayOf(dated), isOnly: status !== 'discharged' && status !== 'satisfied' };
  });
  return listedAndPart(report, listed, 'insolvency', { on: null, isOnly: true });
}

/** The total as typed, or what is not satisfied of the records, whichever is more. */
function debts(report: JudgedReport): readonly Hit[] {
  const open = recordsOf(report, isJudgment).filter(({ status }) => status !== 'satisfied');
  const listed = open.reduce((sum, { amount_pence }) => sum + (numberOf(amount_pence) ?? 0), 0);
  const pence = Math.max(listed, numberOf(report.properties.total_debt_pence) ?? 0);
  return pence === 0 ? [] : [{ words: `Debts of ${inPounds(pence)}`, pence }];
}

const trueMatches = (report: JudgedReport): Entry[] =>
  entriesOf(report, 'records').filter(({ decision }) => decision === 'true_match');

const sanctionParts = [
  ...['sanction', 'legal_and_regulatory_warnings', 'monitored_lists', 'debarred', 'wanted', 'membership'],
];
const otherParts = ['politically_exposed_person', 'adverse_media'];

/** Every part on these lists is answered, and a true match can be of another part. */
const isRuledOut = ({ type, breakdown }: JudgedReport): boolean =>
  hasPart(...otherParts)(type) &&
  sanctionParts.every((name) => !hasPart(name)(type) || answersOf(breakdown, name).length > 0);

/** Each part is judged on its own: what another part says explains no true match away. An unanswered part counts as the worst. */
function sanctionsFound(report: JudgedReport): readonly Hit[] {
  const parts = partsFound(report, sanctionParts);
  if (parts.length > 0 || isRuledOut(report)) return parts;
  return trueMatches(report).map(({ list }) => ({ words: `True match${textOf(list) ? `, ${textOf(list)}` : ''}` }));
}

function publicFunctions(report: JudgedReport): readonly Hit[] {
  const parts = partsFound(report, ['politically_exposed_person']);
  // Of a search of public functions alone every true match is one.
  if (parts.length > 0 || hasPart(...sanctionParts, 'adverse_media')(report.type)) return parts;
  return trueMatches(report).map(() => ({ words: 'True match' }));
}

function publications(report: JudgedReport): readonly Hit[] {
  const isOfMedia = report.type.name === 'adverse_media';
  const listed = (isOfMedia ? trueMatches(report) : []).map(
    ({ published_on }): Hit => ({ words: `Published report${ofDay(published_on)}`, on: lastDayOf(published_on) }),
  );
  return listedAndPart(report, listed, 'adverse_media', { on: null });
}

function directorBans(report: JudgedReport): readonly Hit[] {
  const listed = entriesOf(report, 'disqualifications').map(
    ({ until }): Hit => ({
      words: `Disqualification${firstDayOf(until) ? ` until ${ofDay(until).slice(4)}` : ''}`,
      isOnly: (lastDayOf(until) ?? '9999-12-31') >= report.today,
    }),
  );
  return listedAndPart(report, listed, 'disqualified', { isOnly: true });
}

function frauds(report: JudgedReport): readonly Hit[] {
  const listed = entriesOf(report, 'records').map(
    ({ recorded_on }): Hit => ({ words: `Record${ofDay(recorded_on)}`, on: lastDayOf(recorded_on) }),
  );
  return listedAndPart(report, listed, 'record_found', { on: null });
}

export const financialConditions = {
  judgment: {
    label: 'Judgment for debt',
    hint: 'County court, High Court, Scotland and Northern Ireland. One that was set aside does not count.',
    mayBeGreen: true,
    limits: ['pence', 'years'],
    only: 'not satisfied',
    isOf: (type) => financial(type) && (hasProperty('records')(type) || hasPart('ccj')(type)),
    find: judgments,
  },
  insolvency: {
    label: 'Bankruptcy or another insolvency',
    hint: 'What is still in force counts however long ago it began.',
    limits: ['years'],
    only: 'still in force',
    isOf: financial,
    find: insolvencies,
  },
  debts: {
    label: 'Debts in total',
    hint: 'The total debt of the report, or its judgments that are not satisfied, whichever is more.',
    mayBeGreen: true,
    limits: ['pence'],
    needs: ['pence'],
    isOf: financial,
    find: debts,
  },
  sanctions: {
    label: 'On a sanctions, debarment or wanted list',
    hint: 'Only what a person decided to be a true match.',
    limits: [],
    isOf: hasPart(...sanctionParts),
    find: sanctionsFound,
  },
  public_function: {
    label: 'Politically exposed person',
    limits: [],
    isOf: hasPart('politically_exposed_person'),
    find: publicFunctions,
  },
  adverse_media: {
    label: 'Adverse media',
    hint: 'Only reports that a person decided to be about the candidate. A spent conviction is never reported.',
    limits: ['years'],
    isOf: hasPart('adverse_media'),
    find: publications,
  },
  director_ban: {
    label: 'Disqualified as a director',
    limits: [],
    only: 'still in force',
    isOf: isNamed('directorship', 'disqualified_director'),
    find: directorBans,
  },
  regulator: {
    label: 'Prohibition, enforcement or direction of a regulator',
    limits: [],
    isOf: hasPart('prohibition', 'enforcement', 'direction', 'removed'),
    find: (report) => partsFound(report, ['prohibition', 'enforcement', 'direction', 'removed']),
  },
  fraud: {
    label: 'Record in a fraud database',
    limits: ['years'],
    isOf: isNamed('cifas'),
    find: frauds,
  },
} as const satisfies Readonly<Record<string, Condition>>;
