// Says which authority the application of the form goes to, by the place of the job; pure.
import type { Order } from '../checks/check.ts';
import { isForDisclosureScotland } from '../report-types/identity-inputs.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { DbsApplicationParams } from '../requirements/dbs-application-requirement.ts';
import type { FormScope } from './form-page.ts';

/** What the application asks. */
const isOfApplication: ReadonlySet<string> = new Set(['dbs_application', 'unspent_convictions']);

/** The scope of a form whose order names the place of the job. */
export function atPlace(
  scope: FormScope,
  types: readonly ReportType[],
  { criminal_details: job }: Pick<Order, 'criminal_details'>,
): FormScope {
  const reports = types.map(({ id }) => ({ reportTypeId: id }));
  if (!isForDisclosureScotland(reports, job?.place_of_work ?? null)) return scope;
  const isOfScotland: DbsApplicationParams = { isOfScotland: true };
  return {
    ...scope,
    asked: scope.asked.map((one) =>
      isOfApplication.has(one.id) ? { ...one, params: { ...one.params, ...isOfScotland } } : one,
    ),
  };
}
