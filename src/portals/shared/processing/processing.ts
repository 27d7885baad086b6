// The record of processing activities of an account, as the client's data protection officer reads and prints it.
import type { Authority, Caller, Ctx } from '../../../context.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { RECORD_MONTHS, readProcessingRecord } from '../../../features/lists/processing-record-actions.ts';
import { listSubprocessors } from '../../../features/subprocessors/subprocessor-actions.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import { formatDate } from '../../../lib/dates.ts';
import { en } from '../../../messages/en.ts';
import { dataRoles, safeguards } from '../../../messages/en-suppliers.ts';
import { keptEarlier, keptFor, operatorOf } from '../about/about-pages.ts';
import { lawModel } from '../about/law-rows.ts';

/** A provider that the program can ask. */
export interface NamedProvider {
  readonly name: string;
  readonly label: string;
  /** Whether what it is asked leaves the program. */
  readonly isOutside: boolean;
}

const home = 'GBR';

export async function processingModel(
  ctx: Ctx,
  caller: Caller,
  by: Authority,
  providers: readonly NamedProvider[],
): Promise<Readonly<Record<string, unknown>>> {
  const [account, settings, record, subprocessors] = await Promise.all([
    readAccount(ctx, caller.accountId),
    readAccountSettings(ctx, caller.accountId),
    readProcessingRecord(ctx, caller),
    listSubprocessors(ctx, by),
  ]);
  const { eraseAfterDays, neverHiredDays, keepsStaff, contactEmail, privacyNotice } = settings;
  return {
    title: 'Record of processing',
    exception: safeguards.exception,
    adequacy: safeguards.adequacy,
    accountName: account.name,
    madeAt: ctx.now(),
    months: RECORD_MONTHS,
    operator: operatorOf(ctx.settings),
    kept: keptFor(ctx.settings),
    ...{ eraseAfterDays, neverHiredDays, keepsStaff, contactEmail, privacyNotice },
    ...keptEarlier(settings),
    ...lawModel(record.ofLaw, settings, account.name),
    ...{ postalAddress: settings.postalAddress, dataProtectionContact: settings.dataProtectionContact },
    types: record.types,
    criminal: record.criminal,
    asked: record.asked.map(({ group, labels, special }) => ({ title: en.groups[group], labels, special })),
    suppliers: record.suppliers.map((one) => ({
      ...one,
      role: dataRoles[one.data_role].split(':')[0],
      country: countryByAlpha3(one.country)?.name ?? one.country,
      safeguard: one.country === home ? undefined : safeguards[one.safeguard],
      agreement: one.agreement_until === null ? 'None' : `Until ${formatDate(one.agreement_until)}`,
    })),
    subprocessors: subprocessors.filter(({ current, coming }) => (current ?? coming) !== undefined),
    // One that an account connected itself has no other name.
    providers: record.providers
      .map((one) => ({ ...one, known: providers.find(({ name }) => name === one.provider) }))
      .filter(({ known }) => known?.isOutside !== false)
      .map(({ known, provider, types }) => ({ name: known?.label ?? provider, types, isOwn: known === undefined })),
  };
}
