// Looks each day at the certificates of the addresses that the operator made us call: data providers, lists, the text gateway, receivers of security events. Never at clients' webhooks.
import type { Ctx } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import type { Outgoing } from '../../platform/outgoing-http/outgoing.ts';
import { listConnectedUrls } from '../provider-requests/connection-actions.ts';
import { deleteOtherCertificates, recordOutgoingCertificate } from './outgoing-certificate-store.ts';

export interface CalledProviders {
  readonly urls: readonly string[];
  /** Outgoing HTTP for data providers. */
  readonly outgoing: Pick<Outgoing, 'shakeHands'>;
}

/** Of the text gateway and of receivers of records, which are called as webhooks are. */
function otherUrls({ textUrl, securityEventsTo, auditHeadsTo }: Ctx['settings']): readonly string[] {
  const targets = [...securityEventsTo, ...auditHeadsTo].flatMap((one) => (one.kind === 'webhook' ? [one.url] : []));
  return textUrl === undefined ? targets : [textUrl, ...targets];
}

/** What could not be seen stays as it was last seen: the calls themselves fail, and are told of elsewhere. */
async function lookAtCertificates(ctx: Ctx, providers: CalledProviders): Promise<void> {
  const called = [
    ...[...providers.urls, ...(await listConnectedUrls(ctx))].map((url) => [url, providers.outgoing] as const),
    ...otherUrls(ctx.settings).map((url) => [url, ctx.outgoing] as const),
  ];
  const byHost = new Map(called.map(([url, outgoing]) => [new URL(url).host, { url, outgoing }]));
  await deleteOtherCertificates(ctx.db, [...byHost.keys()]);
  for (const [host, { url, outgoing }] of byHost) {
    const seen = await outgoing.shakeHands(url);
    if (seen.kind === 'failed') ctx.log.warn('certificate not seen', { host, reason: seen.reason });
    else await recordOutgoingCertificate(ctx.db, { host, ends_at: seen.certificate.validTo, at: ctx.now() });
  }
}

/** Before the operator is mailed what ends. */
export const outgoingCertificateCrontab = '10 7 * * * look_at_certificates';

export const outgoingCertificateJobs = (
  ctx: Ctx,
  providers: CalledProviders,
): Readonly<Record<'look_at_certificates', JobHandler>> => ({
  look_at_certificates: () => lookAtCertificates(ctx, providers),
});
