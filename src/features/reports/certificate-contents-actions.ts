// Deletes what a certificate says from every version of a report's outcome: its number, its day, the result and the light stay.
import type { Ctx, Tenant } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import type { AppliedRules } from '../result-rules/rule-set.ts';
import { sealOf } from './outcome-actions.ts';
import { contentOfVersion, type OutcomeSeal, outcomeMac } from './outcome-rules.ts';
import { findFullVersions, replaceFindings } from './outcome-store.ts';
import { findingsOf, openFindings } from './report-actions.ts';
import type { Findings } from './report-rules.ts';
import { updateEmptied } from './report-store.ts';

const kept = ['number', 'certificate_number', 'issued_on'];

const keptOf = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => kept.includes(name)));

/** That rules proposed a light stays; which rules they were would say what was found. */
const withoutFound = ({ version, from, proposes }: AppliedRules): AppliedRules => ({
  version,
  from,
  proposes,
  fired: [],
});

/** Why which route was used is kept for two years. @param notes why the rest is not there */
function withoutContents(
  { breakdown, properties, unconfirmed, result_rules: applied }: Findings,
  notes: string,
): Findings {
  const { certificate, identity_check } = breakdown;
  return {
    breakdown: {
      ...(certificate && {
        certificate: { result: certificate.result, properties: keptOf(certificate.properties ?? {}) },
      }),
      ...(identity_check && { identity_check }),
    },
    properties: keptOf(properties),
    notes,
    ...(unconfirmed !== undefined && { unconfirmed }),
    ...(applied !== undefined && { result_rules: withoutFound(applied) }),
  };
}

/** The order is locked. Returns what the event says of the newest version; undefined of a report that has no outcome. */
export async function deleteCertificateContents(
  tx: Ctx,
  tenant: Tenant,
  {
    reportId,
    key,
    notes,
    at,
  }: { readonly reportId: string; readonly key: DataKey; readonly notes: string; readonly at: Date },
): Promise<OutcomeSeal | undefined> {
  let seal: OutcomeSeal | undefined;
  let sealedFindings: Buffer | undefined;
  for (const before of await findFullVersions(tx.db, tenant, reportId)) {
    const left = withoutContents(openFindings(key, reportId, before.sealedFindings), notes);
    sealedFindings = key.seal(findingsOf(reportId), left);
    const version = { ...before, sealedFindings };
    const mac = tx.integrity.mac(outcomeMac, contentOfVersion(version));
    await replaceFindings(tx.db, tenant, { ...version, mac });
    seal = sealOf({ version: version.version, mac });
  }
  if (sealedFindings !== undefined) await updateEmptied(tx.db, tenant, { reportId, sealedFindings, at });
  return seal;
}
