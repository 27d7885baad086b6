// Lists a report's requirements for the screener: met, or with what is wrong or missing.
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { factsGivenOn } from '../../../features/checks/check-rules.ts';
import { factKeyOf } from '../../../features/facts/fact-paths.ts';
import { type FactRow, factRows } from '../../../features/facts/fact-rows-rules.ts';
import type { Finding } from '../../../features/facts/finding.ts';
import { localIdentifierName } from '../../../features/facts/local-identifier-rules.ts';
import { ruleLine } from '../../../features/knowledge/rule.ts';
import { heldTypeIds } from '../../../features/orders/added-report-rules.ts';
import { papersInOrder } from '../../../features/orders/order-papers-rules.ts';
import { words } from '../../../features/report-types/breakdown.ts';
import { isForDisclosureScotland } from '../../../features/report-types/identity-inputs.ts';
import { countriesOrdered } from '../../../features/report-types/records-abroad-rules.ts';
import { reportTypeById, requiresOf, roleTerms } from '../../../features/report-types/report-type-rules.ts';
import type { ActivityHistoryParams } from '../../../features/requirements/activity-history-requirement.ts';
import { verdictOfFinding, verdictOfRequirement } from '../../../features/requirements/finding-verdict-rules.ts';
import { evidenceOf } from '../../../features/requirements/gap-evidence-rules.ts';
import type { LocalIdentifierParams } from '../../../features/requirements/number-requirements.ts';
import type { Job } from '../../../features/requirements/requirement.ts';
import {
  type Asked,
  allFindings,
  askedBy,
  factsAsked,
  findingsOf,
  findingsOn,
  isAskedOf,
} from '../../../features/requirements/requirement-rules.ts';
import type { SeenPapers } from '../../../features/requirements/seen-papers.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { en } from '../../../messages/en.ts';
import type { RequirementWords } from '../../../messages/en-requirements.ts';
import { apiSentence, wordsOf } from '../../../messages/sentences.ts';
import { factLabel, jobLabel, lower } from '../../shared/fact-labels.ts';

export interface Need {
  readonly id: Asked['id'];
  readonly label: string;
  /** Empty if the requirement is met. */
  readonly findings: readonly string[];
  /** The rules of the trade behind the findings, each once; absent if there are none. */
  readonly rules?: readonly string[];
}

/**
 * Consents show the text that the candidate agreed to; uploaded papers are among the files of the order; what else is
 * asked of a fact is said at the requirement that asks for it.
 */
const shownElsewhere: readonly string[] = [
  ...[
    'consent',
    'criminal_record_consent',
    'evidence',
    'own_certificate',
    'criminal_record_age',
    'employment_in_uk',
    'education_in_uk',
    'education_to_confirm',
  ],
];

export type NeedingReport = Pick<OpenedReport, 'check' | 'report' | 'jobRole'> &
  Partial<Pick<OpenedReport, 'recordAbroadMonths' | 'recordAbroadYears'>>;

/** As they were seen when the identity was confirmed, otherwise as the order names them. */
const papersSeen = ({ check: { order } }: NeedingReport): SeenPapers | null =>
  order.identity_evidence?.seen ?? papersInOrder(order.details) ?? null;

function jobOf(opened: NeedingReport): Job | null {
  const { check, report, jobRole } = opened;
  const { order } = check;
  const papers = papersSeen(opened);
  if (order.criminal_details === null) return null;
  return {
    ...order.criminal_details,
    ...roleTerms(jobRole, [{ type: reportTypeById(report.reportTypeId), options: report.options }]),
    identity_proof: papers?.identity_proof ?? null,
    address_proof: papers?.address_proof ?? null,
  };
}

const paperLabels: Readonly<Record<string, string>> = {
  documents: 'Papers',
  outside_validation: words('outside_validation'),
  why_not_route_1: words('why_not_route_1'),
  identity_proof: 'Proof of identity',
  address_proof: 'Proof of address',
};

function paperLabel(at: string): string {
  const [, name = '', index] = /^papers\.(\w+)(?:\[(\d+)\])?/.exec(at) ?? [];
  return index === undefined ? paperLabels[name]! : `Paper ${Number(index) + 1}`;
}

function labelOf(at: string): string {
  if (at.startsWith('papers.')) return paperLabel(at);
  return at.startsWith('job.') ? jobLabel(at.slice('job.'.length)) : factLabel(at);
}

/** A fact of the same entry is named by its label alone. */
const otherLabelOf = (other: string) =>
  /^(?:job|papers)\./.test(other) ? labelOf(other) : wordsOf(factKeyOf(other)).label;

const sentenceOf = ({ at, other, ...said }: Finding): string =>
  `${labelOf(at)} ${apiSentence(said, other === undefined ? undefined : lower(otherLabelOf(other)))}`;

function rulesOf(asked: Asked, found: readonly Finding[]): string[] {
  const verdicts = found.map((finding) => verdictOfFinding(finding, asked)).filter((verdict) => verdict !== undefined);
  return [...new Set(verdicts.map(ruleLine))];
}

/** Every finding about the facts and the job that this report needs. */
export function reportFindings(opened: NeedingReport, today: string): Finding[] {
  return allFindings(askedOf(opened), subjectOf(opened, today), 'examined');
}

const subjectOf = (opened: NeedingReport, today: string) => ({
  facts: opened.check.order.facts,
  job: jobOf(opened),
  papers: papersSeen(opened),
  // What lapses later was in order when the report was completed.
  today: opened.report.completedAt ? ukDateOf(opened.report.completedAt) : today,
  givenOn: factsGivenOn(opened.check),
  ...(opened.recordAbroadMonths === undefined
    ? {}
    : {
        recordsAbroad: {
          fromMonths: opened.recordAbroadMonths,
          ...(opened.recordAbroadYears === undefined ? {} : { years: opened.recordAbroadYears }),
          ordered: countriesOrdered(heldTypeIds(opened.check)),
        },
      }),
  nameForm: 'papers' as const,
});

function askedOf({ check, report }: NeedingReport) {
  const type = reportTypeById(report.reportTypeId);
  return askedBy(type === undefined ? [] : requiresOf([type], check.activityYears));
}

/** Its application goes to Disclosure Scotland. */
export const isScottish = ({ check, report }: Pick<OpenedReport, 'check' | 'report'>): boolean =>
  isForDisclosureScotland([report], check.order.criminal_details?.place_of_work ?? null);

function needLabel({ id, params }: Asked, opened: NeedingReport): string {
  const { label, scottish }: RequirementWords = en.requirements[id];
  if (scottish !== undefined && isScottish(opened)) return scottish.label;
  if (id !== 'local_identifier') return label;
  const { country, kind } = params as LocalIdentifierParams;
  return `${label}: ${localIdentifierName(country, kind)}`;
}

/** Those that the page lists: of a job elsewhere, nothing is said of Scotland. */
const listed = (opened: NeedingReport) =>
  askedOf(opened).filter(
    (asked) =>
      !shownElsewhere.includes(asked.id) &&
      isAskedOf(asked, opened.check.order.facts) &&
      (asked.id !== 'scottish_proofs' || isScottish(opened)),
  );

function needOf(asked: Asked, opened: NeedingReport, found: readonly Finding[], today: string): Need {
  // A requirement without facts of the candidate concerns the job, which only a client can give.
  const isOfJob = factsAsked(asked).length === 0;
  const own = isOfJob ? findingsOf(asked, subjectOf(opened, today)) : findingsOn(asked, found);
  const sources = rulesOf(asked, own);
  return {
    id: asked.id,
    label: needLabel(asked, opened),
    findings: own.map(sentenceOf),
    ...(sources.length === 0 ? {} : { rules: sources }),
  };
}

export function reportNeeds(opened: NeedingReport, today: string): Need[] {
  const found = reportFindings(opened, today);
  return listed(opened).map((asked) => needOf(asked, opened, found, today));
}

export interface ShownNeed extends Need {
  readonly facts: readonly FactRow[];
  readonly verdict: string;
}

/** A requirement that may lack its facts is not met by their absence: something else has to take their place. */
function verdictOn({ findings }: Need, asked: Asked, facts: readonly FactRow[]): string {
  if (findings.length > 0) return 'Not yet';
  return factsAsked(asked).length > 0 && facts.length === 0 ? 'Not given' : 'Met';
}

/** The facts that a requirement asks for; time between jobs with what evidences it. */
function factsOf(asked: Asked, { check }: NeedingReport, today: string): readonly FactRow[] {
  const { facts } = check.order;
  const rows = factRows(facts, factsAsked(asked), today);
  if (asked.id !== 'activity_history') return rows;
  return rows.map((row, index) => {
    const evidence = evidenceOf(
      facts.activities[index]!,
      facts,
      asked.params as ActivityHistoryParams,
      factsGivenOn(check) ?? today,
    );
    return evidence === undefined ? row : { ...row, lines: [...row.lines, `Evidenced by: ${evidence}`] };
  });
}

/** Each requirement with the facts that it asks for, and the rule that judges them, whether it is met or not. */
export function requiredFacts(opened: NeedingReport, today: string): ShownNeed[] {
  const found = reportFindings(opened, today);
  return listed(opened).map((asked) => {
    const need = needOf(asked, opened, found, today);
    const rule = verdictOfRequirement(asked);
    const facts = factsOf(asked, opened, today);
    return {
      ...need,
      verdict: verdictOn(need, asked, facts),
      ...(need.rules === undefined && rule !== undefined && { rules: [ruleLine(rule)] }),
      facts,
    };
  });
}
