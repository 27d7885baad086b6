// What can be found about criminal records, the right to work and health, and in any report; pure.
import { daysBetween, earlierOf, formatDate } from '../../lib/dates.ts';
import { verdictsIn } from '../assessments/assessment-rules.ts';
import { meaning } from '../report-types/meaning-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { unableWords } from '../report-types/unable-to-verify.ts';
import { entriesOf, hasPart, isNamed, lastDayOf, partsFound } from './finding-rules.ts';
import type { Condition, Hit, JudgedReport } from './result-rule.ts';

const recordParts = ['convictions_and_cautions', 'police_information', 'record', 'declaration', 'record_found'];
/** By the scheme of Scotland, too. */
const barredMembers = ['barred', 'under_consideration'];
const listParts = ['childrens_barred_list', 'adults_barred_list'];

const isOfRecords = ({ area }: ReportType) => area === 'criminal_records' || area === 'international_criminal_records';

/** The calculator found that everything that was typed is spent: a client who may know unspent matters alone acts on none of it. */
const isAllSpent = ({ properties }: JudgedReport): boolean => {
  const judged = verdictsIn(properties).filter(({ rule }) => rule === 'spent_convictions');
  return judged.length > 0 && judged.every(({ is_met }) => is_met);
};

/** Where spent matters may not be asked for, the rules of the law judge what is typed, too. */
const countsNoRecord = (report: JudgedReport): boolean =>
  isOfRecords(report.type) && report.type.assessments.includes('spent_convictions') && isAllSpent(report);

const records = (report: JudgedReport): readonly Hit[] =>
  countsNoRecord(report) ? [] : partsFound(report, recordParts);

function barred(report: JudgedReport): readonly Hit[] {
  const isOfScheme = barredMembers.includes(report.breakdown.scheme_membership?.result ?? '');
  return partsFound(report, isOfScheme ? [...listParts, 'scheme_membership'] : listParts);
}

/** When the permission ends, or the excuse of the employer does: whichever comes first. */
function permissionEnds(report: JudgedReport): readonly Hit[] {
  const days = [report.breakdown.permission?.properties?.ends_on, report.properties.follow_up_on].flatMap(
    (value) => lastDayOf(value) ?? [],
  );
  if (days.length > 0) {
    const first = days.reduce(earlierOf);
    return [{ words: `It ends on ${formatDate(first)}`, daysLeft: Math.max(0, daysBetween(report.today, first)) }];
  }
  const isLimited = report.breakdown.permission?.result === 'limited';
  return isLimited ? [{ words: 'It is limited in time', daysLeft: null }] : [];
}

const noRight = (report: JudgedReport): readonly Hit[] => {
  const until = lastDayOf(report.breakdown.permission?.properties?.ends_on);
  const ended = until !== null && until < report.today ? [{ words: `It ended on ${formatDate(until)}` }] : [];
  return [...ended, ...partsFound(report, ['permission', 'work_conditions', 'holder_match'])];
};

/** Nothing but the excuse is judged in a report on the right to work. */
const noExcuse = ({ properties }: JudgedReport): readonly Hit[] =>
  verdictsIn(properties)
    .filter(({ is_met }) => !is_met)
    .map(({ statement }) => ({ words: statement }));

const positives = (report: JudgedReport): readonly Hit[] => {
  const found = entriesOf(report, 'substances').filter(({ result }) => result === 'positive');
  return found.length > 0 ? [{ words: 'A test is positive' }] : partsFound(report, ['outcome', 'laboratory']);
};

/** Where no record counts, the other parts do: a certificate that is not genuine, an identity that differs. */
function found(report: JudgedReport): readonly Hit[] {
  const isLeftOut = (path: string) => countsNoRecord(report) && recordParts.includes(path.split('.').at(-1)!);
  return meaning(report.type, report, 'consider')
    .filter(({ path }) => !isLeftOut(path))
    .map(({ label, value }) => ({ words: `${label}: ${value}` }));
}

function unable({ properties }: JudgedReport): readonly Hit[] {
  const words = unableWords(properties);
  return words === undefined ? [] : [{ words }];
}

const everywhere = () => true;

export const personConditions = {
  record: {
    label: 'Certificate or record shows something',
    hint: 'What it shows is never recorded. Where spent convictions may not be asked for, nothing counts that the calculator finds spent.',
    limits: [],
    isOf: (type) => isOfRecords(type) && hasPart(...recordParts)(type),
    find: records,
  },
  barred_list: {
    label: 'On a barred list',
    hint: 'Also barred, or under consideration for it, by the scheme of Scotland for vulnerable groups.',
    limits: [],
    // It answers that the certificate is to be awaited, which is no finding.
    isOf: (type) => hasPart(...listParts, 'scheme_membership')(type) && type.name !== 'dbs_adult_first',
    find: barred,
  },
  no_right_to_work: {
    label: 'No right to work, or not for this work',
    hint: 'A permission that has ended is none.',
    limits: [],
    isOf: isNamed('right_to_work', 'right_to_work_international'),
    find: noRight,
  },
  right_to_work_ends: {
    label: 'Right to work ends',
    mayBeGreen: true,
    limits: ['daysLeft'],
    isOf: isNamed('right_to_work', 'right_to_work_international'),
    find: permissionEnds,
  },
  no_excuse: {
    label: 'No statutory excuse for the employer',
    limits: [],
    isOf: ({ assessments }) => assessments.includes('statutory_excuse'),
    find: noExcuse,
  },
  positive_test: {
    label: 'Positive drug or alcohol test',
    limits: [],
    isOf: isNamed('drug_test', 'alcohol_test'),
    find: positives,
  },
  unable: {
    label: 'Unable to verify',
    hint: 'The report was closed because nobody could confirm what was stated.',
    limits: [],
    isOf: everywhere,
    find: unable,
  },
  finding: {
    label: 'Any part that calls for attention',
    hint: 'Every answer of the report that means Consider.',
    limits: ['count'],
    isOf: everywhere,
    find: found,
  },
} as const satisfies Readonly<Record<string, Condition>>;
