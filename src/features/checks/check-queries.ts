// The columns of checks that queries for checks and orders select.

import type { Tenant } from '../../context.ts';
import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import { type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { CheckState } from './check-states.ts';

export interface CheckRow {
  readonly id: string;
  readonly order_id: number;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
  readonly type: 'standard' | 'express';
  readonly status: CheckState;
  readonly result: 'clear' | 'consider' | null;
  readonly activity_years: number | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly reopened_at: Date | null;
  readonly form_opened_at: Date | null;
  readonly form_completed_at: Date | null;
  readonly unique_key: string | null;
  readonly identity_confirmed_at: Date | null;
  readonly decided_at: Date | null;
  readonly asks_decision: boolean;
  readonly form_link_generation: number;
  readonly is_urgent: boolean;
  readonly language: SpokenLanguage;
  readonly jurisdiction: Jurisdiction;
  readonly is_restricted: boolean;
  readonly sealed_order: Buffer;
  /** null if the applicant was erased. */
  readonly sealed_key: Buffer | null;
}

export const checkColumns = sql`
  c.id, c.order_id, c.applicant_id, c.subsidiary_id, c.type, c.status, c.result, c.activity_years, c.created_at, c.started_at,
  c.completed_at, c.reopened_at, c.form_opened_at, c.form_completed_at, c.unique_key, c.identity_confirmed_at, c.decided_at, c.asks_decision,
  c.form_link_generation, c.is_urgent, c.language, c.jurisdiction, ${isCheckRestricted} as is_restricted, c.sealed_order, a.sealed_key`;

/** Who sees one subsidiary only sees its checks. */
export const isSeenBy = (tenant: Tenant): Sql => sql`and ${isOfScope(tenant, sql`c.subsidiary_id`)}`;

/** The checks that the tenant sees, with their applicants' keys: `from … where …`; add conditions to it. */
export function checksOf(tenant: Tenant): Sql {
  return sql`
    from checks c join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} ${isSeenBy(tenant)}`;
}
