// `probity mails`: says what became of one mail, or of every mail of an order, and why.

import { findTracedMails, type TracedMail } from '../../features/emails/mail-trace-queries.ts';
import { failureReason } from '../../lib/mail-failures.ts';
import { isUuid } from '../../lib/uuids.ts';
import { attemptsAtMost } from '../../platform/jobs.ts';
import { mailTexts } from '../../portals/shared/mails/mail-words.ts';
import { describing } from '../subject-command.ts';
import { isoTime, type LookedAfter, orderIn, refusalOf } from './subject.ts';

function meaningOf({ status, attempts, failure, next_attempt_at: next }: TracedMail): string {
  switch (status) {
    case 'sent':
      return 'the mail server took it: what it did with it stands in its log, by the message id';
    case 'held':
      return 'it is never sent: its order is a test, or no mail server was set';
    case 'failed':
      return failure === null ? 'it was given up' : failureReason(failure);
    case 'queued': {
      if (next === null) return 'nothing sends it: `probity jobs list` says whether its job was given up';
      return attempts === 0
        ? 'it waits for a process that runs jobs (`probity status`)'
        : 'no mail server took it yet, and it is tried again by itself';
    }
  }
}

const rowOf = (mail: TracedMail, host: string) => ({
  id: mail.id,
  mail: mailTexts[mail.template],
  order: mail.order_id === null ? null : `VF${mail.order_id}`,
  account: mail.account_name,
  environment: mail.environment,
  to: mail.to,
  user: mail.user_id,
  status: mail.status,
  writtenAt: isoTime(mail.created_at),
  attempts: `${mail.attempts} of ${attemptsAtMost}`,
  sentAt: isoTime(mail.sent_at),
  failedAt: isoTime(mail.failed_at),
  failure: mail.failure,
  nextAttemptAt: isoTime(mail.next_attempt_at),
  job: mail.job_id,
  textedAt: isoTime(mail.texted_at),
  textFailure: mail.text_failure,
  messageId: `<${mail.id}@${host}>`,
  means: meaningOf(mail),
});

export const mails: LookedAfter = {
  section: 'mails',
  elsewhere: `The log names a mail by its emailId, and so does \`probity jobs list\`. Addresses stand at the desk only, under Mails and on the
page of the order. Links to sign in are mailed from a user's page, and not listed here.`,
  verbs: {
    show: {
      summary: 'show what became of one mail, or of the newest hundred of an order, and why',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['environment', 'user', 'job', 'textedAt', 'textFailure'],
      fields: [{ name: 'id', kind: 'text', required: true, meaning: 'the id of a mail, or an order such as VF44' }],
      async run(ctx, _accountId, entry) {
        const given = String(entry.id);
        const orderId = orderIn(given);
        if (orderId === undefined && !isUuid(given)) throw refusalOf('id', 'is neither the id of a mail nor an order');
        const found = await findTracedMails(ctx.db, 'all', orderId === undefined ? { id: given } : { orderId });
        if (found.length === 0) throw refusalOf('id', orderId === undefined ? 'is not known' : 'has no mail');
        const host = new URL(ctx.settings.baseUrl).hostname;
        return found.map((mail) => rowOf(mail, host));
      },
    },
  },
};

export const describe = describing(mails);
