// Mails those who are asked: the candidate their link, the client's users the page; never what is asked.

import { type Caller, type Ctx, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { APPOINTMENT, OUTSIDE_STEP, OWN_CERTIFICATE } from '../../messages/en-queries.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import type { Check } from '../checks/check.ts';
import { formUri, resultsUri } from '../checks/check-links.ts';
import { findClientContacts } from '../checks/client-contact-queries.ts';
import { candidateMailbox, emailTo, emailToUser, queueEmail } from '../emails/email-actions.ts';
import type { Addressee } from './query.ts';

export interface Asked {
  readonly addressee: Addressee;
  readonly dueOn: IsoDate;
  /** 0 for the first mail about the query. */
  readonly chases: number;
  readonly kind: string;
}

interface About {
  readonly check: Check;
  readonly key: DataKey;
}

/** Nobody is asked to answer by a day that has passed. */
const answerBy = (tx: Ctx, caller: Caller, { dueOn }: Asked): IsoDate | null =>
  dueOn < todayFor(tx, caller) ? null : dueOn;

async function mailCandidate(tx: Ctx, caller: Caller, { check, key }: About, asked: Asked): Promise<void> {
  const { facts } = check.order;
  const candidateName = fullName(facts.first_name, facts.last_name);
  const link = { ...check.tenant, checkId: check.id, generation: check.formLinkGeneration };
  const values = {
    candidateName,
    formUri: await formUri(tx, link),
    answerBy: answerBy(tx, caller, asked),
    isChase: asked.chases > 0,
    ...(asked.kind === OUTSIDE_STEP && ({ asks: 'step' } as const)),
    ...(asked.kind === APPOINTMENT && ({ asks: 'appointment' } as const)),
    ...(asked.kind === OWN_CERTIFICATE && ({ asks: 'certificate' } as const)),
  };
  const about = { id: check.applicantId, key, checkId: check.id };
  const to = candidateMailbox(facts);
  await queueEmail(tx, emailTo(tx, caller, about, 'query_to_candidate', { to, values }));
}

async function mailClient(tx: Ctx, caller: Caller, { check }: About, asked: Asked): Promise<void> {
  const account = await tx.keys.forAccount(caller.accountId);
  for (const user of await findClientContacts(tx.db, caller, { checkId: check.id }, 'answer_queries')) {
    const values = {
      ...{ name: user.name, order: `VF${check.orderId}`, page: resultsUri(tx, check.id) },
      ...{ answerBy: answerBy(tx, caller, asked), isChase: asked.chases > 0 },
    };
    await queueEmail(tx, emailToUser(tx, caller, account, 'query_to_client', { user, values, about: check }));
  }
}

export const mailAsked = (tx: Ctx, caller: Caller, about: About, asked: Asked): Promise<void> =>
  (asked.addressee === 'candidate' ? mailCandidate : mailClient)(tx, caller, about, asked);
