// The map between the fields of interfaces v1 and v2, including fields without a counterpart.
import { candidateFields } from '../../../src/features/orders/candidate-body-rules.ts';
import { criminalDetailFields } from '../../../src/features/orders/criminal-record-rules.ts';
import {
  identityPath,
  namedDocuments,
  particularFact,
  particulars,
} from '../../../src/features/orders/identity-documents.ts';
import { orderOnly, specificOnly } from '../../../src/features/orders/order-only-fields.ts';

/** A field of both interfaces, or of only one. */
export interface MappedField {
  /** Path in an order of v1, as submitted or answered; null if v1 has no such field. */
  readonly v1: string | null;
  /** Path in an `applicant`, a `check` or a `report` of v2, as sent or answered; null if v2 has no such field. */
  readonly v2: string | null;
  /** How the two differ; always present if one is null. */
  readonly says: string;
}

const both = (v1: string, v2: string, says = ''): MappedField => ({ v1, v2, says });
const onlyV1 = (says: string, ...paths: readonly string[]): MappedField[] =>
  paths.map((v1) => ({ v1, v2: null, says }));
const onlyV2 = (says: string, ...paths: readonly string[]): MappedField[] =>
  paths.map((v2) => ({ v1: null, v2, says }));
const under = (path: string, names: readonly string[]): string[] => names.map((name) => `${path}.${name}`);

const criminalPath = 'Checks[].CheckSpecificData';
/** Other paths at which the same values are read; they are answered with the check. */
const criminalElsewhere = ['CheckGroups[].CheckSpecificData', 'Candidate.CriminalRecord'];

const ofApplicants = 'a fact of the applicant that v2 does not show';

/** From the entries of the facts. */
const ofFacts = candidateFields.flatMap(({ v1, key, fact }): MappedField[] => {
  if (key === 'previous_names.last_name') return [both(v1, 'applicant.previous_last_name', 'of the newest')];
  if (fact.v2 === null) return onlyV1(ofApplicants, v1);
  return [both(v1, `applicant.${key.replace('.', '[].')}`)];
});

const ofDocuments = namedDocuments.flatMap(([name, { numberType, guideNames }]) =>
  particulars.flatMap((particular): MappedField[] => {
    const own = particularFact(particular).v1.path;
    const path = `${identityPath}.${name}.${own}`;
    const guide = guideNames[particular];
    return [
      ...(particular === 'number' && numberType !== null
        ? [both(path, `applicant.id_numbers[${numberType}].value`)]
        : onlyV1(ofApplicants, path)),
      ...(guide === undefined ? [] : onlyV1(`read as ${own}`, `${identityPath}.${name}.${guide}`)),
    ];
  }),
);

const kept = 'stored with the order';
const ofOrders = [
  both('Candidate.PersonalInfo.PurchaseOrderNumber', 'check.tags[0]'),
  both('PurchaseOrderNumber', 'check.tags[0]', 'the same'),
  ...onlyV1(kept, ...under('Candidate.PersonalInfo', Object.keys(orderOnly)), 'OrderLayout', 'FinalReportFormat'),
  ...onlyV1(`${kept}, answered under Candidate.PersonalInfo`, 'OtherReference'),
  ...[criminalPath, ...criminalElsewhere].flatMap((path) => [
    ...onlyV1(kept, ...under(path, Object.keys(specificOnly))),
    ...onlyV1(kept, ...under(`${path}.IdentityDocuments[]`, ['DocumentType', 'DocumentNumber'])),
    ...criminalDetailFields.map(({ v1, v2 }) =>
      both(
        `${path}.${v1}`,
        `check.criminal_history_report_details.${v2}`,
        path === criminalPath ? '' : `answered under ${criminalPath}`,
      ),
    ),
  ]),
];

const ofPersons = [
  ...onlyV1('all parts of the name', 'Candidate.CurrentName.FullName', 'Candidate.PreviousNames[].FullName'),
  both('Candidate.AddressList[].IsCurrentAddress', 'applicant.addresses[].end_date', 'true if it is null'),
  both('Candidate.Identity.DrivingDocument.Number', 'applicant.id_numbers[driving_license].value', 'either spelling'),
  ...onlyV2('v1 names the document instead', 'applicant.id_numbers[].type'),
  ...onlyV2('v1 has no such document', ...['ssn', 'tax_id'].map((type) => `applicant.id_numbers[${type}].value`)),
  ...onlyV2('v1 has licences of no single state', 'applicant.id_numbers[].state_code'),
  ...onlyV2('country of the check: GBR for every order of v1, wherever the candidate lives', 'applicant.country'),
  ...onlyV2('each order of v1 has its own applicant', 'applicant.id', 'applicant.created_at', 'applicant.href'),
  ...onlyV2('the key decides', 'applicant.sandbox', 'check.sandbox'),
];

const ofChecks = [
  both('Id', 'check.order_id'),
  both('CheckId', 'check.id'),
  both('OrderState.StateDescription', 'check.status', 'in the words of v1; complete takes the worst traffic light'),
  both('OrderState.StateDescription', 'check.result', 'clear is Green, consider Amber or Red'),
  both('DateCreated', 'check.created_at'),
  both('OrderUrl', 'check.results_uri'),
  ...onlyV1('v2 has Idempotency-Key', 'UniqueKey'),
  ...onlyV1(
    'v2 sends it in the notification',
    'DateCompleted',
    'IdentityConfirmedDate',
    'Checks[].DateCompleted',
    'Checks[].CompletedDate',
  ),
  ...onlyV1('v2 shows the ordered reports', 'PackageId'),
  ...onlyV1('the same number of reports', 'CheckGroups[].Quantity'),
  ...onlyV2('candidate entry is standard, client entry express', 'check.type'),
  ...onlyV2('v1 has only the first', 'check.tags[]'),
  ...onlyV2('v1 mails the candidate', 'check.form_uri', 'check.redirect_uri', 'check.suppress_form_emails'),
  ...onlyV2('v1 has only OrderUrl', 'check.href', 'check.download_uri', 'report.href'),
  ...onlyV2('in v1 it follows from the checks', 'check.activity_years'),
  ...onlyV2('v1 has packages', 'check.report_type_groups'),
  ...onlyV2('for tests in v2', 'check.consider'),
  ...onlyV2('ignored', 'check.async', 'check.charge_applicant_for_check'),
];

const ofReports = [
  both('Checks[].Id', 'report.id'),
  both('Checks[].CheckType', 'report.name', 'as it was ordered; for a check of v2 the part before the colon'),
  both('Checks[].CheckType', 'report.variant', 'after the colon'),
  both('CheckGroups[].CheckTypeId', 'report.name', 'its number, name or alias'),
  both('Checks[].CheckTypeId', 'report.name', 'the number of its type'),
  both('Checks[].CheckName', 'report.name', 'the name of the type'),
  both('Checks[].CheckState.StateDescription', 'report.status', 'in the words of v1; complete has its traffic light'),
  both('Checks[].Result', 'report.result'),
  both('Checks[].Monitor', 'report.monitor', 'ours; if it is not monitored, v1 answers an empty text and v2 nothing'),
  both('Checks[].Refinements', 'report.options[].name', 'before the colon'),
  both('Checks[].Refinements', 'report.options[].options[].name', 'after the colon'),
  ...onlyV2('always null', 'report.options[].options[].options'),
  ...onlyV2('v1 has DateCreated of the order', 'report.created_at'),
  both('Checks[].Findings.Breakdown', 'report.breakdown'),
  both('Checks[].Findings.Properties', 'report.properties'),
  both('Checks[].Comment', 'report.properties', 'its notes'),
  ...onlyV2('v1 has only the result', 'report.sub_result'),
];

export const fieldMap: readonly MappedField[] = [
  ...ofFacts,
  ...ofDocuments,
  ...ofOrders,
  ...ofPersons,
  ...ofChecks,
  ...ofReports,
];
