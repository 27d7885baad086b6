// A screener has seen the consent that the candidate of a report signed, of an order that the client entered.
import type { Ctx } from '../../context.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { recordConsentSeen } from '../checks/seen-consent-actions.ts';
import { ownReport, type Screener } from './screening-actions.ts';

/** Refuses as `recordConsentSeen` does, and with `not_found` a report that the screener may not see. */
export async function recordSeenConsent(ctx: Ctx, screener: Screener, reportId: string): Promise<void> {
  demand(authorityOf(screener), 'record_outcomes');
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  await recordConsentSeen(ctx, caller, queued.check_id);
}
