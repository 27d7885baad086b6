// The facts by which finance decides about a charge: who ordered it, when work began, what was sent or applied for, when it ended, and what
// was credited.
import type { Actor, Authority, Tenant } from '../../context.ts';
import type { LineReason } from '../../messages/en-credits.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { demand } from '../access/permissions.ts';
import type { AgreementEvent } from './agreed-price-rules.ts';

export interface ChargeCredit {
  readonly kind: 'credit' | 'part_credit';
  /** ISO */
  readonly at: string;
  /** Price and fee without VAT; null without an agreed price. */
  readonly pence: number | null;
  readonly reason: LineReason | null;
}

export interface ChargeFact {
  readonly report_id: string;
  readonly report_type_id: number;
  readonly status: string;
  readonly ordered_at: Date;
  /** Null where no user of the client ordered it. */
  readonly ordered_by: string | null;
  readonly form_completed_at: Date | null;
  /** When it was handed to who works on it; null if that never was. */
  readonly began_at: Date | null;
  readonly applied_at: Date | null;
  readonly sent_at: Date | null;
  readonly completed_at: Date | null;
  /** When it was withdrawn or cancelled. */
  readonly ended_at: Date | null;
  /** Oldest first. */
  readonly credits: readonly ChargeCredit[];
}

/** Of every report of an order, in their order. */
export function findChargeFacts(db: Db, caller: Tenant & Authority, checkId: string): Promise<ChargeFact[]> {
  demand(caller, 'read_charges');
  return db.rows<ChargeFact>(sql`
    select r.id as report_id, r.report_type_id, r.status, r.created_at as ordered_at, u.name as ordered_by,
      c.form_completed_at, r.requested_at as began_at, r.applied_at, r.completed_at,
      (select min(q.sent_at) from supplier_requests q
        where (q.account_id, q.environment, q.report_id) = (r.account_id, r.environment, r.id)) as sent_at,
      (select max(e.occurred_at) from events e
        where (e.account_id, e.environment, e.check_id) = (c.account_id, c.environment, c.id) and e.report_id = r.id
          and e.type in ('report.withdrawn', 'report.cancelled') and r.status in ('withdrawn', 'cancelled')) as ended_at,
      coalesce((
        select json_agg(json_build_object('kind', k.kind, 'at', k.created_at, 'pence', k.amount_pence + k.fee_pence,
          'reason', k.reason) order by k.created_at, k.number)
        from charges k where (k.account_id, k.environment, k.about_id) = (r.account_id, r.environment, r.id)
          and k.kind in ('credit', 'part_credit')), '[]') as credits
    from checks c
    join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    left join users u on (u.account_id, u.id) = (c.account_id, c.ordered_by_user_id)
    where c.account_id = ${caller.accountId} and c.environment = ${caller.environment} and c.id = ${checkId}
    order by r.position`);
}

/** What the events say of the terms of one report type of an account, oldest first. */
export function findAgreementEvents(
  db: Db,
  caller: Tenant & Authority,
  reportTypeId: number,
): Promise<AgreementEvent<Actor>[]> {
  demand(caller, 'read_charges');
  return db.rows<AgreementEvent<Actor>>(sql`
    select e.occurred_at as at, e.actor, t.terms, coalesce(e.detail -> 'cleared', '[]') as cleared
    from events e
    left join lateral (
      select x.terms from jsonb_array_elements(e.detail -> 'report_types') x (terms)
      where x.terms -> 'report_type_id' = to_jsonb(${reportTypeId}::integer)
    ) t on true
    where e.account_id = ${caller.accountId} and e.check_id is null and e.applicant_id is null
      and (e.type = 'account.report_types_switched_on' and t.terms is not null
        or e.type = 'account.report_types_switched_off' and e.detail -> 'report_type_ids' @> to_jsonb(${reportTypeId}::integer))
    order by e.occurred_at, e.id`);
}

/** What the events say of the price of a package that the account still has, oldest first. */
export function findPackageEvents(db: Db, caller: Tenant & Authority, name: string): Promise<AgreementEvent<Actor>[]> {
  demand(caller, 'read_charges');
  return db.rows<AgreementEvent<Actor>>(sql`
    select e.occurred_at as at, e.actor, e.detail || '{"before": {}}' as terms, '[]'::jsonb as cleared
    from packages p
    join events e on e.account_id = p.account_id and e.resource_id = p.id::text
      and e.type in ('package.created', 'package.changed') and e.check_id is null and e.applicant_id is null
    where p.account_id = ${caller.accountId} and p.name = ${name}
    order by e.occurred_at, e.id`);
}
