// Sends what waits for a candidate to the address to which theirs was corrected, and never to the earlier one.
import type { Ctx, Tenant } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { type Message, messageAad, type Reached } from './email-actions.ts';
import { findUnsentToCandidate, replaceMessage } from './email-store.ts';
import type { TemplateName } from './email-templates.ts';

interface Readdressed {
  readonly checkId: string;
  /** The applicant’s. */
  readonly key: DataKey;
  readonly to: Reached;
  /** The link that works from now on, for mails with an earlier one. */
  readonly formUri: string;
}

/** Also mails that failed, because somebody may send them again. */
export async function readdressEmails(
  tx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  { checkId, key, to, formUri }: Readdressed,
): Promise<void> {
  for (const { id, sealed_message: sealed } of await findUnsentToCandidate(tx.db, tenant, checkId)) {
    const { values } = key.open<Message<TemplateName>>(messageAad, sealed);
    const linked = 'formUri' in values && values.formUri !== undefined ? { ...values, formUri } : values;
    await replaceMessage(tx.db, tenant, id, key.seal(messageAad, { to, values: linked }));
  }
}
