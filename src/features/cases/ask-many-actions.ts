// Asks for the references of a report whose organisations the directory reaches by mail, as one of many reports.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readConsents } from '../candidate-form/consent-actions.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { lacksConsent } from '../checks/seen-consent-rules.ts';
import { type Organisation, organisationsNamed } from '../directory/organisation-actions.ts';
import { joinedKey } from '../directory/organisation-rules.ts';
import { isAskedAbout, withContact } from '../references/asking-rules.ts';
import { type Claim, type Entry, entriesOf, questionnaireFor } from '../references/claim-rules.ts';
import {
  type AskingReport,
  listReferences,
  readObjections,
  requestReference,
} from '../references/reference-actions.ts';
import { readJobToTell } from '../references/told-actions.ts';
import { toldChoices } from '../references/told-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { LeftBecause } from './bulk-rules.ts';
import { ownReport, type Screener } from './screening-actions.ts';

const namedIn = ({ list, agency, subject }: Claim): string =>
  list === 'activities' || list === 'qualifications' ? (agency ?? subject) : '';

/** The one contact under this very name that was confirmed within a year: nobody looks at the mail before it goes. */
async function contactOf(ctx: Ctx, screener: Screener, claim: Claim): Promise<Organisation | undefined> {
  const name = namedIn(claim);
  const found = await organisationsNamed(ctx, screener, [name]);
  const [only, ...others] = found.filter((one) => one.email !== '' && joinedKey(one.name) === joinedKey(name));
  return only === undefined || others.length > 0 || only.isToConfirm ? undefined : only;
}

async function askAbout(
  ctx: Ctx,
  screener: Screener,
  at: AskingReport,
  entry: Entry,
): Promise<'no_contact' | 'objection' | undefined> {
  const contact = await contactOf(ctx, screener, entry.claim);
  if (contact === undefined) return 'no_contact';
  const referee = withContact(entry.referee, contact);
  if ((await readObjections(ctx, at, { entry, referee, by: 'mail' })).length > 0) return 'objection';
  const questionnaire = questionnaireFor(reportTypeById(at.report.reportTypeId)!, entry.claim.list);
  const job = await readJobToTell(ctx, at.caller, at.check.order, questionnaire);
  const told = toldChoices(entry.key, at.check.order.facts, job)
    .filter(({ isUsual }) => isUsual)
    .map(({ of }) => of);
  try {
    await requestReference(ctx, at, { entryKey: entry.key, referee, questionnaire, by: 'mail', told });
    return undefined;
  } catch (error) {
    // Somebody asked at the same moment, or the contact does not do for a mail.
    if (error instanceof Refusal && error.reason === 'invalid_fields') return 'objection';
    throw error;
  }
}

/**
 * Asks about every entry that nobody is asked about. Returns why the report is left out; undefined once all are asked. Throws
 * every other refusal.
 */
export async function askListed(ctx: Ctx, screener: Screener, reportId: string): Promise<LeftBecause | undefined> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'ask_references');
  const { check } = await readCheckAndKey(ctx, caller, queued.check_id);
  const report = check.reports.find(({ id }) => id === queued.report_id)!;
  const entries = entriesOf(reportTypeById(report.reportTypeId)!, check.order.facts);
  if (entries.length === 0) return 'asks_nobody';
  const references = await listReferences(ctx, check.tenant, report.id);
  const open = entries.filter(({ key }) => !references.some(isAskedAbout(key)));
  if (open.length === 0) return 'asked_already';
  if (lacksConsent(check, await readConsents(ctx, check))) return 'no_consent';
  const lacking: (LeftBecause | undefined)[] = [];
  for (const entry of open) lacking.push(await askAbout(ctx, screener, { caller, check, report }, entry));
  const because = lacking.find((one) => one !== undefined);
  return because !== undefined && lacking.includes(undefined) ? 'partly' : because;
}
