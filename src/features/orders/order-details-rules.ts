// The parts of an order of interface v1 that neither facts nor reports hold, stored with the order under its names;
// pure.
import type { OrderDetails } from '../checks/check.ts';
import type { OrderCommand } from './order-body-rules.ts';
import { type Fields, orderOnly, specificOnly } from './order-only-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** Absent text is answered as `""` (decisions, Orders). */
export const answered = (values: Values | undefined, fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, (values?.[name] ?? '') as string]));

const picked = (values: Values, fields: Fields): Record<string, string | null> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, (values[name] ?? null) as string | null]));

export function orderDetailsOf({ body, packageId, codes, specific }: OrderCommand): OrderDetails {
  const info = body.Candidate?.PersonalInfo;
  return {
    PackageId: packageId,
    CheckTypes: codes,
    OrderLayout: body.OrderLayout ?? null,
    FinalReportFormat: body.FinalReportFormat ?? null,
    PersonalInfo: picked({ ...info, OtherReference: info?.OtherReference ?? body.OtherReference }, orderOnly),
    CheckSpecificData: picked(specific, specificOnly),
    IdentityDocuments: (specific.IdentityDocuments ?? []).map(({ DocumentType, DocumentNumber }) => ({
      DocumentType: DocumentType ?? '',
      DocumentNumber: DocumentNumber ?? '',
    })),
  };
}
