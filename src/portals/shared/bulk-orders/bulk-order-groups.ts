// What the rows of a bulk order order, at what price and for whom, as the pages of it show it.
import { workKindLabel } from '../../../features/applicants/work-kind-rules.ts';
import { usualJobCountry } from '../../../features/checks/job-country-rules.ts';
import type { BulkOrder, BulkRow } from '../../../features/orders/bulk-order-actions.ts';
import type { Person } from '../../../features/orders/same-person-order-actions.ts';
import { legalGroundText } from '../../../features/report-types/legal-limit-rules.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { namedType, reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { BarredListName } from '../../../features/value-sets/refinement-values.ts';
import { fullName } from '../../../lib/person-names.ts';
import { dayParts } from '../../../lib/typed-days.ts';
import { groundInput } from '../barred-list-words.ts';
import { type Choice, choicesOf, chosenOptions, type TypedOrder } from '../orders/order-form.ts';
import { countryName } from '../orders/order-law.ts';
import { OF_NO_SUBSIDIARY, type OpenedOrder, WHOLE_ACCOUNT } from '../orders/order-submission.ts';
import { answersOf } from '../orders/order-view.ts';
import { rowRanges } from './bulk-rows.ts';

/** The parts of an order's body that the pages show. */
interface ShownBody {
  readonly PurchaseOrderNumber?: string;
  readonly OtherReference?: string;
  readonly PackageId?: number | string;
  readonly Checks?: readonly {
    readonly CheckType: string;
    readonly Refinements?: readonly string[];
    readonly Monitor?: string;
  }[];
  readonly CheckGroups?: unknown;
  readonly Candidate: {
    readonly CurrentName: { readonly FirstName: string; readonly LastName: string; readonly HasOneName?: boolean };
    readonly PersonalInfo: {
      readonly DateOfBirth: string;
      readonly CandidateEmail: string;
      readonly PositionAppliedFor?: string;
      readonly ApplicantNotes?: string;
      readonly MobilePhone?: { readonly PhoneNumber: string };
    };
    readonly CriminalRecord?: {
      readonly CheckCriminalJobRoleId?: number | string;
      readonly CheckCriminalPlaceOfWork?: string;
      readonly CheckCriminalEmploymentSector?: string;
      readonly CheckCriminalPurposeOfCheck?: string;
      readonly CheckCriminalPositionAppliedFor?: string;
      readonly CheckCriminalEmployerName?: string;
    };
  };
}

const bodyOf = ({ body }: BulkRow) => body as unknown as ShownBody;

export const chosenOf = (items: BulkOrder['items']): Choice[] =>
  items.flatMap(({ report_type_id, quantity }) => {
    const type = reportTypeById(report_type_id);
    return type === undefined ? [] : [{ type, quantity }];
  });

/** At the price of their package, if it has one, and with their options. */
function pricedOf(order: BulkOrder, row: BulkRow, orderable: OpenedOrder['orderable']): Choice[] {
  const pack = orderable.packages.find(({ id }) => String(id) === String(bodyOf(row).PackageId));
  const packed = pack === undefined ? [] : choicesOf(pack, orderable);
  const named = pack === undefined ? undefined : checkTypesOf(row);
  const singles = chosenOf(row.items ?? order.items).filter(
    ({ type }) => named?.some(({ id }) => id === type.id) !== false && !packed.some((one) => one.type.id === type.id),
  );
  const options = optionsOf(row);
  return [...singles.map((one) => ({ ...one, options: chosenOptions(options, one.type) })), ...packed];
}

/** Rows that order the same. */
interface Group {
  readonly rows: readonly BulkRow[];
  readonly chosen: readonly Choice[];
  /** Another system charges them. */
  readonly isBilledElsewhere: boolean;
}

/** Those with the most rows first. */
export function groupsOf(order: BulkOrder, rows: readonly BulkRow[], orderable: OpenedOrder['orderable']): Group[] {
  const isElsewhere = ({ arrival }: BulkRow) => arrival?.billed_elsewhere === true;
  const alike = Map.groupBy(rows, (row) => {
    const { PackageId, Checks, CheckGroups } = bodyOf(row);
    return JSON.stringify([PackageId, Checks, CheckGroups, row.isUrgent, isElsewhere(row)]);
  });
  return [...alike.values()]
    .map((some) => ({
      ...{ rows: some, chosen: pricedOf(order, some[0]!, orderable), isBilledElsewhere: isElsewhere(some[0]!) },
    }))
    .toSorted((one, other) => other.rows.length - one.rows.length);
}

const timesCandidates =
  (candidates: number) =>
  ({ sharePence, ...one }: Choice): Choice => ({
    ...one,
    quantity: one.quantity * candidates,
    ...(sharePence === undefined ? {} : { sharePence: sharePence * candidates }),
  });

/** The single reports that it names, also where its package has them. */
const checkTypesOf = (row: BulkRow): ReportType[] =>
  (bodyOf(row).Checks ?? []).flatMap(({ CheckType }) => {
    const named = namedType(CheckType);
    return 'type' in named ? [named.type] : [];
  });

/** The options and the monitoring. */
function optionsOf(row: BulkRow): TypedOrder {
  const checks = bodyOf(row).Checks ?? [];
  return Object.fromEntries(
    checks.flatMap(({ CheckType, Refinements = [], Monitor = '' }): [string, readonly string[]][] => {
      const named = namedType(CheckType);
      if (!('type' in named)) return [];
      const { id } = named.type;
      return [
        [`options_${id}`, Refinements],
        [`monitor_${id}`, [Monitor]],
      ];
    }),
  );
}

/** The order of a row as it was typed in the form of one order. */
export function typedOf(row: BulkRow): TypedOrder {
  const { Candidate, PackageId, PurchaseOrderNumber, OtherReference } = bodyOf(row);
  const { CurrentName: name, PersonalInfo: info, CriminalRecord: work } = Candidate;
  const [day, month, year] = dayParts(info.DateOfBirth);
  const texts = {
    ...{ first_name: name.FirstName, last_name: name.LastName, has_one_name: name.HasOneName ? 'yes' : '' },
    ...{ 'dob-day': day, 'dob-month': month, 'dob-year': year },
    ...{ email: info.CandidateEmail, mobile: info.MobilePhone?.PhoneNumber, position: info.PositionAppliedFor },
    ...{ notes: info.ApplicantNotes, purchase_order: PurchaseOrderNumber, other_reference: OtherReference },
    work_kind: row.workKind,
    ...{ starts_on: row.startsOn ?? '', urgent: row.isUrgent ? '1' : '', what: String(PackageId ?? 'reports') },
    subsidiary: row.subsidiaryId ?? OF_NO_SUBSIDIARY,
    job_role: String(work?.CheckCriminalJobRoleId ?? ''),
    ...{ purpose: work?.CheckCriminalPurposeOfCheck, sector: work?.CheckCriminalEmploymentSector },
    ...{ job: work?.CheckCriminalPositionAppliedFor, employer: work?.CheckCriminalEmployerName },
    place: work?.CheckCriminalPlaceOfWork,
    ...{ job_country: row.law?.jobCountry, legal_ground: row.law?.legalGround },
    ...Object.fromEntries(
      Object.entries(row.listGrounds ?? {}).map(([list, ground]) => [groundInput(list as BarredListName), ground]),
    ),
  };
  return {
    ...Object.fromEntries(Object.entries(texts).flatMap(([input, text]) => (text ? [[input, [text]]] : []))),
    types: checkTypesOf(row).map(({ id }) => String(id)),
    ...optionsOf(row),
  };
}

export function personOf(row: BulkRow): Person {
  const { CurrentName: name, PersonalInfo: info } = bodyOf(row).Candidate;
  const [dob, email] = [info.DateOfBirth, info.CandidateEmail];
  return { first_name: name.FirstName, last_name: name.LastName, dob, email };
}

/** Which rows are for which subsidiary, those with the most rows first; none if the user orders for one only. */
export function subsidiariesOf(rows: readonly BulkRow[], { subsidiaries }: OpenedOrder) {
  if (subsidiaries.length === 0) return [];
  return [...Map.groupBy(rows, ({ subsidiaryId }) => subsidiaryId)]
    .map(([id, some]) => ({
      ...{ id, name: subsidiaries.find((one) => one.id === id)?.name ?? WHOLE_ACCOUNT, candidates: some.length },
      rows: rowRanges(some.map(({ rowNumber }) => rowNumber)),
    }))
    .toSorted((one, other) => other.candidates - one.candidates);
}

export function candidateOf(row: BulkRow, { jobRoles }: OpenedOrder['orderable']) {
  const { Candidate, PurchaseOrderNumber, OtherReference } = bodyOf(row);
  const { CurrentName: name, PersonalInfo: info, CriminalRecord: work } = Candidate;
  const role = jobRoles.find(({ id }) => String(id) === String(work?.CheckCriminalJobRoleId));
  return {
    rowNumber: row.rowNumber,
    name: fullName(name.FirstName, name.LastName),
    bornOn: info.DateOfBirth,
    email: info.CandidateEmail,
    job: info.PositionAppliedFor ?? '',
    role: role?.role_title,
    startsOn: row.startsOn,
    workKind: workKindLabel(row.workKind ?? null),
    jobCountry: row.law?.jobCountry === usualJobCountry ? '' : countryName(row.law?.jobCountry ?? ''),
    legalGround: row.law?.legalGround && legalGroundText(row.law.legalGround),
    isUrgent: row.isUrgent,
    place: work?.CheckCriminalPlaceOfWork || undefined,
    sector: work?.CheckCriminalEmploymentSector || undefined,
    mobile: info.MobilePhone?.PhoneNumber,
    purchaseOrder: PurchaseOrderNumber || undefined,
    otherReference: OtherReference || undefined,
    arrival: row.arrival,
    isFilled: row.entry === 'client',
  };
}

/** The surcharge of an urgent order; undefined for a row that is none. */
const urgentPenceOf = ({ isUrgent }: BulkRow, { urgent }: OpenedOrder['orderable']): number | undefined =>
  isUrgent ? urgent?.pence : undefined;

/** What urgent rows cost more, all together; undefined if none is. */
export function urgentPenceOfAll(groups: readonly Group[], orderable: OpenedOrder['orderable']): number | undefined {
  const each = groups.flatMap(({ rows }) => rows.flatMap((row) => urgentPenceOf(row, orderable) ?? []));
  return each.length === 0 ? undefined : each.reduce((all, one) => all + one, 0);
}

/** Everything that is charged. */
export const allOf = (groups: readonly Group[]): Choice[] =>
  groups.flatMap(({ rows, chosen, isBilledElsewhere }) =>
    isBilledElsewhere ? [] : chosen.map(timesCandidates(rows.length)),
  );

/** What the candidates of a group get, each. */
export const shownGroup = ({ rows, chosen, isBilledElsewhere }: Group, orderable: OpenedOrder['orderable']) => ({
  isBilledElsewhere,
  candidates: rows.length,
  rows: rowRanges(rows.map(({ rowNumber }) => rowNumber)),
  ...answersOf(
    {
      ...optionsOf(rows[0]!),
      what: [String(bodyOf(rows[0]!).PackageId ?? 'reports')],
      types: checkTypesOf(rows[0]!).map(({ id }) => String(id)),
    },
    chosen,
    orderable,
    urgentPenceOf(rows[0]!, orderable),
  ),
});

/** Empty if it names none. */
export const purchaseOrderOf = (row: BulkRow): string => bodyOf(row).PurchaseOrderNumber ?? '';
