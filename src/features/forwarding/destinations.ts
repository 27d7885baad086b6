// Opens the places that the operator configured for records of security.
import { readFileSync } from 'node:fs';
import type { Ctx } from '../../context.ts';
import type { BucketOptions } from '../../platform/forwarding/bucket-destination.ts';
import type { Destination } from '../../platform/forwarding/destination.ts';
import { fileDestination } from '../../platform/forwarding/file-destination.ts';
import type { ForwardingTarget } from '../../platform/forwarding/forwarding-target.ts';
import { syslogDestination } from '../../platform/forwarding/syslog-destination.ts';
import { webhookDestination } from './webhook-destination.ts';

type Target<K extends ForwardingTarget['kind']> = Extract<ForwardingTarget, { kind: K }>;

/** The service and the credentials of the bucket of files serve other buckets too. */
export const bucketOptions = (
  { s3Bucket, s3Region, s3Credentials }: Ctx['settings'],
  { bucket, prefix }: Target<'bucket'>,
): BucketOptions => ({
  bucket,
  prefix,
  endpoint: s3Bucket?.endpoint,
  region: s3Region,
  credentials: s3Credentials,
});

/** Loaded only if it is used: the library takes long to load. */
function laterBucket(options: BucketOptions & { readonly lockDays: number }): Destination {
  let opened: Promise<Destination> | undefined;
  return {
    async send(records) {
      opened ??= import('../../platform/forwarding/bucket-destination.ts').then((module) =>
        module.bucketDestination(options),
      );
      await (await opened).send(records);
    },
  };
}

export function openDestination(
  ctx: Pick<Ctx, 'settings' | 'outgoing' | 'now'>,
  target: ForwardingTarget,
): Destination {
  const { settings } = ctx;
  switch (target.kind) {
    case 'file':
      return fileDestination(target.path);
    case 'bucket':
      return laterBucket({ ...bucketOptions(settings, target), lockDays: settings.auditHeadDays });
    case 'webhook':
      return webhookDestination(ctx, target.url, settings.forwardingSecret!);
    case 'syslog': {
      const ca = settings.webhookCa === undefined ? undefined : readFileSync(settings.webhookCa, 'utf8');
      return syslogDestination({ ...target, ca, ownHost: new URL(settings.baseUrl).hostname });
    }
  }
}
