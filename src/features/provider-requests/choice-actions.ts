// An account's choices: which providers answer its reports of a type, in which order, and which results a person
// releases.

import { type Ctx, inTransaction } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { recordChange } from '../accounts/authority-events.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { codeOf, coversType } from '../report-types/catalogue-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { manualProvider } from '../reports/report.ts';
import { deleteChoice, findChoice, findChoices, replaceChoice } from './choice-store.ts';
import { listConnections } from './connection-actions.ts';
import type { Capabilities } from './provider.ts';
import type { PersonReleases } from './provider-rules.ts';

export interface ChoiceArguments {
  readonly type: ReportType;
  /** In the order in which they are asked; a person comes last. */
  readonly providers: readonly string[];
  readonly personReleases: PersonReleases;
}

type Known = ReadonlyMap<string, Pick<Capabilities, 'types'>>;

/** Applies to reports that begin later. Refuses with `invalid_fields`. @param builtIn the configured providers */
export async function chooseProviders(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { type, providers, personReleases }: ChoiceArguments,
  builtIn: Known,
): Promise<void> {
  demand(by, 'manage_accounts');
  const known = new Map([
    ...builtIn,
    ...(await listConnections(ctx, 'system', accountId)).map((row) => [row.name, row] as const),
  ]);
  const problems = new Problems();
  for (const [index, name] of providers.entries()) {
    if (name === manualProvider) continue;
    const provider = known.get(name);
    if (provider === undefined) problems.add('providers', `${name} is neither configured nor connected`);
    else if (!coversType(provider, codeOf(type))) problems.add('providers', `${name} does not answer ${codeOf(type)}`);
    if (providers.indexOf(name) !== index) problems.add('providers', `${name} is listed twice`);
  }
  problems.refuse('invalid_fields');
  const isPersonOnly = providers.every((name) => name === manualProvider);
  await inTransaction(ctx, async (tx) => {
    const before = await findChoice(tx.db, accountId, type.id);
    if (isPersonOnly) await deleteChoice(tx.db, accountId, type.id);
    else await replaceChoice(tx.db, accountId, { report_type_id: type.id, providers, person_releases: personReleases });
    const detail = { report_type_id: type.id, providers, person_releases: personReleases };
    await storeAccountEvent(tx, accountId, by, { type: 'account.providers_chosen', resourceId: accountId, detail });
    const isLowered = !isPersonOnly && personReleases === 'not_clear' && before?.person_releases !== 'not_clear';
    if (isLowered) await recordChange(tx, by, accountId, 'approval.lowered', detail);
  });
}

export async function listOfferedSubsidiaries(ctx: Ctx, by: Asker, accountId: string) {
  demand(by, 'read_accounts');
  return findChoices(ctx.db, accountId);
}
