// Resolves the check types of an order of interface v1 to reports, and reads the job details; pure.
import type { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { type OrderedReport, planOf } from '../checks/ordered-report-rules.ts';
import { codeOf } from '../report-types/catalogue-rules.ts';
import type { MonitorPlanName } from '../report-types/monitoring.ts';
import type { ReportType } from '../report-types/report-type.ts';
import {
  mostReports,
  namedType,
  type OrderedOption,
  type RoleAgreement,
  reportTypeById,
} from '../report-types/report-type-rules.ts';
import { askedBy } from '../requirements/requirement-rules.ts';
import type { OrderBody, SpecificData } from './order-body.ts';

/** The agreements of the account that orders may name. */
export interface Agreed {
  readonly packages: readonly {
    readonly id: number;
    /** Null if the prices of its reports apply. */
    readonly price_pence: number | null;
    readonly items: readonly {
      readonly report_type_id: number;
      readonly quantity: number;
      readonly options: readonly OrderedOption[] | null;
    }[];
  }[];
  /** By the numbers of the report types that are switched on. */
  readonly availableTypes: Pick<ReadonlySet<number>, 'has'>;
  /** Those of them that are refused because they have no agreed price. */
  readonly refusedUnpriced: ReadonlySet<number>;
  readonly jobRoles: readonly (RoleAgreement & { readonly id: number })[];
}

/** Whether single reports may be named besides a package: people may, programs are held to the interface. */
export interface Combining {
  readonly combines?: boolean | undefined;
}

export interface Ordered {
  readonly reports: readonly OrderedReport[];
  /** How many of them, the first, are those of the package. */
  readonly packed: number;
  /** The name, number or alias that each report was ordered by. */
  readonly codes: readonly string[];
  readonly types: readonly ReportType[];
  readonly specific: SpecificData;
  /** The path of a job detail, or the path that it should have. */
  readonly pathOf: (name: string) => string;
}

interface Named extends OrderedReport {
  readonly code: string;
  readonly quantity: number;
  readonly placeOfWork: string | null;
  readonly specific: SpecificData | undefined;
  readonly path: string;
}

const unknownAs = { name: 'unknown_check_type', variant: 'variant_missing' } as const;

/** The name of a check and its path; adds a problem for an unknown one. */
function typeNamed(path: string, name: string | null | undefined, agreed: Agreed, problems: Problems) {
  if (name === undefined || name === null) {
    if (!problems.has(path)) problems.add(path, apiSentence({ code: 'missing' }));
    return undefined;
  }
  const code = name.trim();
  const found = namedType(code);
  if (!('type' in found)) problems.add(path, problemSentence(unknownAs[found.missing]));
  else if (!agreed.availableTypes.has(found.type.id)) problems.add(path, problemSentence('check_type_not_available'));
  else if (agreed.refusedUnpriced.has(found.type.id)) {
    problems.add(path, problemSentence('check_type_unpriced', { other: codeOf(found.type) }));
  } else return { ...found, code };
  return undefined;
}

function optionsOf(type: ReportType, refinements: readonly unknown[], path: string, problems: Problems) {
  const inner = new Map<string, OrderedOption[]>();
  refinements.forEach((refinement, index) => {
    if (typeof refinement !== 'string') return;
    const [name = '', below] = refinement.split(':');
    const known = type.options.find((option) => option.name === name);
    if (known === undefined) {
      problems.add(`${path}.Refinements[${index}]`, problemSentence('unknown_refinement', { other: type.label }));
    }
    const options = inner.get(name) ?? [];
    if (below !== undefined) options.push({ name: below, options: null });
    inner.set(name, options);
  });
  const options = [...inner].map(([name, below]) => ({ name, options: below.length === 0 ? null : below }));
  return options.length === 0 ? null : options;
}

function monitorOf(type: ReportType, name: string, path: string, problems: Problems): MonitorPlanName | null {
  if (name.trim() === '') return null;
  const plan = planOf(type, name);
  if (plan === undefined)
    problems.add(`${path}.Monitor`, problemSentence('monitor_not_offered', { allowed: type.monitoring }));
  return plan ?? null;
}

/** Those of the package first. */
function checksNamed(body: OrderBody, agreed: Agreed & Combining, problems: Problems) {
  const { PackageId, CheckGroups = [], Checks = [] } = body;
  const given = [PackageId ?? undefined, CheckGroups[0], Checks[0]].filter((one) => one !== undefined);
  const isFaulty = ['PackageId', 'CheckGroups', 'Checks'].some((name) => problems.has(name));
  if (given.length === 0 && !isFaulty) problems.add('Checks', problemSentence('nothing_ordered'));
  const isCombined = agreed.combines === true && CheckGroups.length === 0;
  if (given.length > 1 && !isCombined) problems.add('Checks', problemSentence('ordered_in_several_ways'));
  const pack = agreed.packages.find(({ id }) => id === PackageId);
  if (typeof PackageId === 'number' && pack === undefined) {
    problems.add('PackageId', problemSentence('unknown_package'));
  }
  const packed = (pack?.items ?? []).flatMap(({ report_type_id, quantity, options }): Named[] => {
    const type = reportTypeById(report_type_id);
    const path = 'Candidate.CriminalRecord';
    if (type === undefined) return [];
    if (!agreed.availableTypes.has(type.id)) {
      problems.add('PackageId', problemSentence('package_holds_unavailable', { other: type.label }));
    } else if (pack?.price_pence === null && agreed.refusedUnpriced.has(type.id)) {
      problems.add('PackageId', problemSentence('package_holds_unpriced', { other: type.label }));
    }
    return [{ type, code: codeOf(type), options, quantity, placeOfWork: null, specific: undefined, path }];
  });
  const grouped = CheckGroups.flatMap((group, index): Named[] => {
    const path = `CheckGroups[${index}]`;
    const found = typeNamed(`${path}.CheckTypeId`, group.CheckTypeId, agreed, problems);
    const at = `${path}.CheckSpecificData`;
    const specific = group.CheckSpecificData;
    return found === undefined ? [] : [{ ...found, options: null, quantity: group.Quantity ?? 1, specific, path: at }];
  });
  const single = Checks.flatMap((check, index): Named[] => {
    const path = `Checks[${index}]`;
    const found = typeNamed(`${path}.CheckType`, check.CheckType, agreed, problems);
    if (found === undefined) return [];
    const options = optionsOf(found.type, check.Refinements ?? [], path, problems);
    const monitor = monitorOf(found.type, check.Monitor ?? '', path, problems);
    return [
      { ...found, options, monitor, quantity: 1, specific: check.CheckSpecificData, path: `${path}.CheckSpecificData` },
    ];
  });
  // What the package has is ordered once.
  const besides = single.filter(({ type }) => !packed.some((one) => one.type.id === type.id));
  return { packed, others: [...grouped, ...besides] };
}

/** Requirements about the job, which only the order can meet. */
const ofJob = ['criminal_details', 'job_role'] as const;
type OfJob = (typeof ofJob)[number];

export const askedOfJob = ({ requires }: ReportType): readonly OfJob[] => {
  const asked = askedBy(requires).map(({ id }) => id);
  return ofJob.filter((id) => asked.includes(id));
};

/** The details given at each check and with the candidate's criminal record, merged, because an order has one job. */
function specificOf(
  named: readonly Named[],
  body: OrderBody,
  problems: Problems,
): Pick<Ordered, 'specific' | 'pathOf'> {
  const record = { data: body.Candidate?.CriminalRecord, path: 'Candidate.CriminalRecord', asked: ofJob };
  const asking = named.filter(({ type }) => askedOfJob(type).length > 0 || type.identity !== null);
  const sources = [
    ...asking.map(({ specific, path, type }) => ({ data: specific, path, asked: askedOfJob(type) })),
    record,
  ];
  const specific: Record<string, unknown> = {};
  const paths = new Map<string, string>();
  for (const { data, path } of sources) {
    for (const [name, value] of Object.entries(data ?? {})) {
      if (value === null) continue;
      if (!paths.has(name)) {
        specific[name] = value;
        paths.set(name, `${path}.${name}`);
      } else if (JSON.stringify(specific[name]) !== JSON.stringify(value)) {
        problems.add(`${path}.${name}`, problemSentence('differs_of_one_job', { other: paths.get(name)! }));
      }
    }
  }
  /** The path of a missing detail: where other details of the job stand, else the first check that needs it. */
  const pathOfMissing = (name: string) => {
    const wanted = name === 'CheckCriminalJobRoleId' ? 'job_role' : 'criminal_details';
    const places = sources.filter(({ asked }) => asked.includes(wanted));
    return (places.find(({ data }) => data !== undefined) ?? places[0]!).path;
  };
  const implied = asking.find(({ placeOfWork }) => placeOfWork !== null)?.placeOfWork;
  const place = specific.CheckCriminalPlaceOfWork;
  if (implied !== undefined && implied !== null) {
    if (place === undefined) specific.CheckCriminalPlaceOfWork = implied;
    else if (String(place).toLowerCase() !== implied.toLowerCase()) {
      problems.add(paths.get('CheckCriminalPlaceOfWork')!, problemSentence('place_not_implied', { other: implied }));
    }
  }
  return { specific: specific as SpecificData, pathOf: (name) => paths.get(name) ?? `${pathOfMissing(name)}.${name}` };
}

const countOf = (named: readonly Named[]) => named.reduce((sum, { quantity }) => sum + quantity, 0);

export function whatIsOrdered(body: OrderBody, agreed: Agreed & Combining, problems: Problems): Ordered {
  const { packed, others } = checksNamed(body, agreed, problems);
  const named = [...packed, ...others];
  if (countOf(named) > mostReports) {
    problems.add('Checks', problemSentence('too_many_checks', { most: mostReports }));
    return { reports: [], packed: 0, codes: [], types: [], ...specificOf(named, body, problems) };
  }
  const reports = named.flatMap(({ type, options, quantity, monitor = null }) =>
    Array.from({ length: quantity }, (): OrderedReport => ({ type, options, monitor })),
  );
  const codes = named.flatMap(({ code, quantity }) => Array.from({ length: quantity }, () => code));
  const types = named.map(({ type }) => type);
  return { reports, packed: countOf(packed), codes, types, ...specificOf(named, body, problems) };
}
