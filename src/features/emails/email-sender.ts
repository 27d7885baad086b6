// For whom a mail speaks, and to whom it is answered.
import type { EmailRow } from './email-store.ts';
import type { Sender } from './letter.ts';
import { isExampleName } from './mail-examples.ts';

type OfAccount = Pick<
  EmailRow,
  | ('applicant_id' | 'user_id' | 'template' | 'account_name' | 'brand_colour')
  | ('contact_email' | 'contact_phone' | 'invitation_words' | 'mail_signature' | 'offers_welsh')
>;

/** Sent to nobody but who looks at it, to see how it looks. */
const isExample = ({ applicant_id, user_id, template }: OfAccount): boolean =>
  applicant_id === null && user_id === null && isExampleName(template);

/** Candidates and referees answer to the client that asks them. */
export const replyToOf = ({
  applicant_id: applicantId,
  account_name: name,
  contact_email: address,
}: Pick<OfAccount, 'applicant_id' | 'account_name' | 'contact_email'>) =>
  applicantId === null || address === null ? undefined : { name, address };

/** The client's own words and how to reach it stand in mails to its candidates and their referees. */
export function senderOf(row: OfAccount, operatorName: string | undefined): Sender {
  const sender = { accountName: row.account_name, brandColour: row.brand_colour, operatorName };
  if (row.applicant_id === null && !isExample(row)) return sender;
  return {
    ...sender,
    invitationWords: row.invitation_words,
    signature: row.mail_signature,
    offersWelsh: row.offers_welsh,
    contact: { email: row.contact_email, telephone: row.contact_phone },
  };
}
