// The four answers of the DBS Update Service, and their meaning for a report; pure.
import { dbsUpdateService } from '../../features/report-types/families/criminal-history.ts';
import type { Outcome } from '../../features/reports/report-rules.ts';

export const updateStatuses = {
  BLANK_NO_NEW_INFO: {
    notes: 'The certificate revealed no information, and there is none since.',
  },
  NON_BLANK_NO_NEW_INFO: {
    notes: 'The certificate revealed information, and there is none since: the original certificate must be seen.',
  },
  NEW_INFO: {
    notes: 'There is new information since the certificate was issued: a new certificate is needed.',
  },
  NO_MATCH_FOUND: {
    notes: 'No certificate with this number, surname and date of birth is linked to the Update Service.',
  },
} as const satisfies Readonly<Record<string, { readonly notes: string }>>;
export type UpdateStatus = keyof typeof updateStatuses;

/** The text of the first such element; the answer has no attributes that are needed and no entities in them. */
function element(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = start === -1 ? -1 : xml.indexOf(`</${name}>`, start);
  return end === -1 ? undefined : xml.slice(start + name.length + 2, end).trim();
}

/** Undefined if it is not one of the answers. */
export function readStatus(xml: string): UpdateStatus | undefined {
  if (!xml.includes('<statusCheckResult') || element(xml, 'statusCheckResultType') !== 'SUCCESS') return undefined;
  const status = element(xml, 'status');
  return status !== undefined && Object.hasOwn(updateStatuses, status) ? (status as UpdateStatus) : undefined;
}

export function statusOutcome(status: UpdateStatus, today: string): Outcome {
  const { notes } = updateStatuses[status];
  return {
    result: dbsUpdateService.breakdown!.status!.means[status]!,
    subResult: null,
    findings: {
      breakdown: { status: { result: status } },
      properties: { checked_at: today },
      notes: `DBS Update Service, asked on ${today}: ${status}. ${notes}`,
    },
  };
}
