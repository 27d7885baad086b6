// The addresses of the pages of suppliers, and how countries and report types are written there.
import { words } from '../../../features/report-types/breakdown.ts';
import { codeOf } from '../../../features/report-types/catalogue-rules.ts';
import { namedType } from '../../../features/report-types/report-type-rules.ts';
import type { SupplierRequestStatus } from '../../../features/suppliers/supplier-request.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import type { Tag } from '../../shared/status-tags.ts';

export const suppliersPath = '/desk/suppliers';
export const supplierHref = (id: string): string => `${suppliersPath}/${id}`;

/** Empty for every country. */
export const countryNames = (codes: readonly string[]): string =>
  codes.map((code) => countryByAlpha3(code)?.name ?? code).join(', ');

/** A name alone stands for all its variants. */
const typeName = (text: string): string => {
  const found = namedType(text);
  return 'type' in found && codeOf(found.type) === text ? found.type.label : words(text);
};

/** Empty for every report type. */
export const typeNames = (types: readonly string[]): string => types.map(typeName).join(', ');

const tags: Readonly<Record<SupplierRequestStatus | 'overdue', Tag>> = {
  sent: { text: 'Sent out', classes: 'govuk-tag--yellow' },
  overdue: { text: 'Overdue', classes: 'govuk-tag--red' },
  answered: { text: 'Answered', classes: 'govuk-tag--green' },
  to_call_off: { text: 'To call off', classes: 'govuk-tag--red' },
  cancelled: { text: 'Cancelled', classes: 'govuk-tag--grey' },
};

export const requestTag = (status: SupplierRequestStatus, isOverdue: boolean): Tag =>
  tags[isOverdue ? 'overdue' : status];

export const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`);
