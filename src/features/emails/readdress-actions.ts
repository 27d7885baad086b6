// Sends what waits for a candidate to the address to which theirs was corrected, and never to the earlier one.
import type { Ctx, Tenant } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { type Message, messageAad, type Reached } from './email-message.ts';
import { findQueuedToCandidate, replaceMessage } from './email-store.ts';
import type { TemplateName } from './email-templates.ts';

interface Readdressed {
  readonly checkId: string;
  /** The applicant’s. */
  readonly key: DataKey;
  readonly to: Reached;
  /** The link that works from now on, for mails with an earlier one. */
  readonly formUri: string;
}

/** Not those that failed: their page says to which address. Once somebody sends one again, it waits too. */
export async function readdressEmails(
  tx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  { checkId, key, to, formUri }: Readdressed,
): Promise<void> {
  for (const { id, sealed_message: sealed } of await findQueuedToCandidate(tx.db, tenant, checkId)) {
    const { values } = key.open<Message<TemplateName>>(messageAad, sealed);
    const linked = 'formUri' in values && values.formUri !== undefined ? { ...values, formUri } : values;
    await replaceMessage(tx.db, tenant, id, key.seal(messageAad, { to, values: linked }));
  }
}
