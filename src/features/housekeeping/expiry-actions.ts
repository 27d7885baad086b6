// What ends on a day and is renewed by somebody: certificates in files and of addresses that we call, and the secrets of clients' single sign-on.
import { readFile } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { certificatesOf } from '../../platform/http/server-certificate.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { findEndingSecrets } from '../accounts/single-sign-on-queries.ts';
import { renderEmail } from '../emails/email-templates.ts';
import { daysLeft, type Expiry, isToldToday, warnedDaysBefore } from './expiry-rules.ts';
import { findOutgoingCertificates } from './outgoing-certificate-store.ts';

type ExpiryCtx = Pick<Ctx, 'db' | 'settings' | 'now'>;

/** The earliest end of the certificates of a file; undefined if it is not set. Throws if it cannot be read. */
async function endOfFile(file: string | undefined): Promise<Date | undefined> {
  if (file === undefined) return undefined;
  const ends = certificatesOf(await readFile(file, 'utf8')).map(({ validTo }) => Date.parse(validTo));
  return ends.length === 0 ? undefined : new Date(Math.min(...ends));
}

const dayEnd = (on: IsoDate | undefined) => (on === undefined ? undefined : new Date(`${on}T12:00:00Z`));

async function firstSecretEnd({ db, now }: ExpiryCtx): Promise<Date | undefined> {
  const ending = await findEndingSecrets(db, ukDateOf(now()), '9999-12-31');
  const [on] = ending.map(({ secret_ends_on: day }) => day).toSorted();
  return dayEnd(on);
}

/** What is set, with the earliest end of each, and each address that we call, the first to end first; a file that cannot be read is left out, because the doctor names it. */
export async function findExpiries(ctx: ExpiryCtx): Promise<readonly Expiry[]> {
  const { trustedProxies, tlsCertificate, providerCa, webhookCa, dvlaPasswordEnds } = ctx.settings;
  const ends = [
    ['certificate', endOfFile(trustedProxies.length === 0 ? tlsCertificate : undefined)],
    ['provider_ca', endOfFile(providerCa)],
    ['webhook_ca', endOfFile(webhookCa)],
    ['dvla_password', Promise.resolve(dayEnd(dvlaPasswordEnds))],
    ['single_sign_on', firstSecretEnd(ctx)],
  ] as const;
  const found = await Promise.all(ends.map(async ([what, end]) => ({ what, at: await end.catch(() => undefined) })));
  const called = await findOutgoingCertificates(ctx.db);
  return [
    ...found.flatMap(({ what, at }) => (at === undefined ? [] : [{ what, at }])),
    ...called.map(({ host, ends_at: at }) => ({ what: 'outgoing_certificate' as const, of: host, at })),
  ];
}

const MAIL_EXPIRIES = 'mail_expiries';

async function tellExpiries(ctx: Ctx): Promise<void> {
  if (ctx.settings.alarmMail === undefined) return;
  const today = ukDateOf(ctx.now());
  const told = (await findExpiries(ctx)).filter(({ what, at }) => isToldToday(what, daysLeft(at, today)));
  if (told.length > 0) await ctx.db.transaction((db) => ctx.jobs.add(db, MAIL_EXPIRIES, {}));
}

async function mailExpiries(ctx: Ctx): Promise<void> {
  const { alarmMail: address, operatorName, baseUrl } = ctx.settings;
  if (address === undefined || !ctx.mail.canSend) return;
  const today = ukDateOf(ctx.now());
  const ends = (await findExpiries(ctx))
    .map(({ what, of, at }) => ({ what, of, on: ukDateOf(at), days: daysLeft(at, today) }))
    .filter(({ what, days }) => days <= warnedDaysBefore(what));
  // Something was renewed meanwhile.
  if (ends.length === 0) return;
  await ctx.mail.send({
    to: { name: 'Operator', address },
    ...renderEmail('expiries_near', { ends }, { accountName: 'Probity', operatorName }),
    messageId: `<${ctx.newId()}@${new URL(baseUrl).hostname}>`,
  });
}

export const expiryCrontab = '40 7 * * * tell_expiries';

export const expiryJobs = (ctx: Ctx): Readonly<Record<'tell_expiries' | typeof MAIL_EXPIRIES, JobHandler>> => ({
  tell_expiries: () => tellExpiries(ctx),
  [MAIL_EXPIRIES]: () => mailExpiries(ctx),
});
