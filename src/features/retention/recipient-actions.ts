// Who else received what of a person: named in the copy of their data (UK GDPR Art. 15(1)(c)), and told of what is erased,
// corrected or restricted (Art. 19).
import type { Caller, Ctx } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { readApplication } from '../cases/application-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { readExchanges } from '../provider-requests/exchange-actions.ts';
import { listReferences } from '../references/reference-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { listSupplierRequests } from '../suppliers/supplier-request-actions.ts';
import { findChecksOfPerson } from './erasure-queries.ts';
import { distinctRecipients, type Recipient } from './recipient-rules.ts';

type Received = Pick<Recipient, 'kind' | 'name' | 'on'>;

async function recipientsOfReport(
  ctx: Ctx,
  reader: Caller,
  { tenant }: Check,
  key: DataKey | undefined,
  report: Report,
): Promise<Received[]> {
  const type = reportTypeById(report.reportTypeId);
  const supplied = await listSupplierRequests(ctx, reader, report.id, key);
  const { requests, exchanges } = await readExchanges(ctx, tenant, report);
  const references = await listReferences(ctx, tenant, report.id);
  const { appliedAt } = await readApplication(ctx, reader, report.id, key);
  const asked = [...exchanges, ...requests.map(({ beganAt: at, ...one }) => ({ ...one, at }))];
  return [
    ...supplied.map(({ supplierName: name, sentOn: on }) => ({ kind: 'supplier' as const, name, on })),
    ...asked
      .filter(({ isSent }) => isSent)
      .map(({ provider: name, at }) => ({ kind: 'provider' as const, name, on: ukDateOf(at) })),
    ...references.flatMap(({ reportId, mailedAt, repliedAt, request: { referee } }) => {
      const at = mailedAt ?? repliedAt;
      // The name of a person there is the referee's own.
      const name = referee.organisation || 'A personal referee';
      return at === null || reportId !== report.id ? [] : [{ kind: 'referee' as const, name, on: ukDateOf(at) }];
    }),
    ...(appliedAt === null
      ? []
      : [{ kind: 'authority' as const, name: type?.answeredBy?.value ?? report.name, on: ukDateOf(appliedAt) }]),
  ];
}

/** The earliest first, each once for each report; the client, who decides about the data, is none of them. */
export async function listRecipients(ctx: Ctx, reader: Caller, applicantId: string): Promise<Recipient[]> {
  const found: Recipient[] = [];
  for (const checkId of await findChecksOfPerson(ctx.db, reader, applicantId)) {
    const { check, key } = await readCheckAndKey(ctx, reader, checkId);
    for (const report of check.reports) {
      const about = { order: `VF${check.orderId}`, what: reportTypeById(report.reportTypeId)?.label ?? report.name };
      const received = await recipientsOfReport(ctx, reader, check, key, report);
      found.push(...received.map((one) => ({ ...one, ...about })));
    }
  }
  return distinctRecipients(found);
}
