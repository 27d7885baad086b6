// What a mail says and to whom, as its row keeps it encrypted.
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';
import type { Mailbox } from '../../platform/mail.ts';
import type { EmailRow } from './email-store.ts';
import type { EmailTemplates, TemplateName } from './email-templates.ts';

/** A candidate's mobile number as it was typed, with the country of one in national form. */
export interface Reached extends Mailbox {
  readonly mobile?: { readonly number: string; readonly country: string } | undefined;
}

export interface Message<T extends TemplateName> {
  readonly to: Reached;
  readonly values: EmailTemplates[T];
}

export const messageAad = 'emails.message';

type Sealed = Pick<EmailRow, 'environment' | 'id' | 'applicant_id' | 'sealed_key' | 'sealed_message'>;

/** Undefined if the applicant was erased: the mail cannot be decrypted. */
export function messageIn(row: Sealed, account: AccountKey): Message<TemplateName> | undefined {
  const { applicant_id: applicantId, sealed_key: sealedKey, sealed_message: sealed } = row;
  if (applicantId === null) {
    return JSON.parse(account.open(messageAad, sealedId(row.environment, row.id), sealed).toString('utf8'));
  }
  if (sealedKey === null) return undefined;
  return account.unwrapDataKey(sealedKey, sealedId(row.environment, applicantId)).open(messageAad, sealed);
}
