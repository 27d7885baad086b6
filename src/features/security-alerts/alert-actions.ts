// Alerts the operator about patterns of security events and about data that somebody changed behind the program: each
// alert is an alarm, a mail and a security event, at most once an hour for each rule and subject.
import type { Ctx } from '../../context.ts';
import { type AlarmKind, alarmKinds, alarmSentences } from '../../platform/alarms.ts';
import { inBatches, type JobHandler } from '../../platform/jobs.ts';
import type { LogFields } from '../../platform/log.ts';
import { renderEmail } from '../emails/email-templates.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import { deleteAlertsBefore, findPatterns, noteAlert } from './alert-store.ts';
import { type PatternName, type PatternRule, patternRules } from './pattern-rules.ts';

const MAIL_ALERT = 'mail_security_alert';

interface Alert {
  readonly rule: PatternName | AlarmKind;
  /** The id or network that it concerns. */
  readonly subject: string;
  readonly accountId?: string | undefined;
  readonly count: number;
}

type AlertCtx = Pick<Ctx, 'db' | 'now' | 'newId' | 'batches' | 'log' | 'jobs' | 'settings'>;

/** Returns whether it was raised now. */
function raiseOnce(ctx: AlertCtx, { rule, subject, accountId, count }: Alert): Promise<boolean> {
  return ctx.db.transaction(async (db) => {
    if (!(await noteAlert(db, { rule, subject }, ctx.now()))) return false;
    const detail = { rule, subject, count };
    await recordSecurityEvent({ ...ctx, db }, { type: 'pattern.detected', accountId, actor: 'system', detail });
    if (ctx.settings.alarmMail !== undefined) await ctx.jobs.add(db, MAIL_ALERT, { rule, subject, count });
    return true;
  });
}

async function detectPatterns(ctx: Ctx): Promise<void> {
  for (const [name, rule] of Object.entries(patternRules) as [PatternName, PatternRule][]) {
    for (const { subject, account_id, count } of await findPatterns(ctx.db, rule, ctx.now())) {
      const accountId = account_id ?? undefined;
      if (!(await raiseOnce(ctx, { rule: name, subject, accountId, count }))) continue;
      const of = accountId === undefined ? {} : { accountId };
      ctx.alarms.raise('pattern_detected', { ...of, reason: name, resourceId: subject, count });
    }
  }
}

/** What an alarm concerns: the most specific of the ids that are known. */
const subjectOf = ({ keyId, userId, resourceId, accountId }: LogFields) =>
  keyId ?? userId ?? resourceId ?? accountId ?? '';

/**
 * What `createAlarms` tells of tampering, which may come in floods; the alarm of a pattern was raised here.
 * @param ctxOf is asked when an alarm is raised, because alarms are a part of the context
 */
export function alertAboutTampering(ctxOf: () => AlertCtx): (kind: AlarmKind, fields: LogFields) => void {
  const lately = new Map<string, number>();
  return (kind, fields) => {
    if (kind === 'pattern_detected') return;
    const ctx = ctxOf();
    const [subject, now] = [subjectOf(fields), ctx.now().getTime()];
    const name = `${kind} ${subject}`;
    if (now - (lately.get(name) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
    if (lately.size > 10_000) lately.clear();
    lately.set(name, now);
    raiseOnce(ctx, { rule: kind, subject, accountId: fields.accountId, count: fields.count ?? 1 }).catch((error) =>
      ctx.log.error('alert not raised', { reason: kind, error }),
    );
  };
}

const isAlarm = (rule: string): rule is AlarmKind => alarmKinds.some((kind) => kind === rule);

/** The page of the events, where a filter shows them. */
function pageOf(ctx: Ctx, rule: PatternRule | undefined, subject: string): string {
  const parameter = { user: 'user', account: 'account', network: 'network' }[rule?.by as 'user'];
  const query = parameter === undefined ? 'type=pattern.detected' : `${parameter}=${encodeURIComponent(subject)}`;
  return `${ctx.settings.deskUrl}/desk/security?${query}`;
}

async function mailAlert(ctx: Ctx, given: Readonly<Record<string, unknown>>): Promise<void> {
  const address = ctx.settings.alarmMail;
  if (address === undefined || !ctx.mail.canSend) return;
  const [name, subject, count] = [String(given.rule), String(given.subject), Number(given.count)];
  const rule: PatternRule | undefined = isAlarm(name) ? undefined : patternRules[name as PatternName];
  const sentence = isAlarm(name) ? alarmSentences[name] : rule!.sentence;
  const concerns = subject === '' ? undefined : `${rule?.by ?? 'id'} ${subject}`;
  const page = pageOf(ctx, rule, subject);
  await ctx.mail.send({
    to: { name: 'Operator', address },
    ...renderEmail(
      'security_alert',
      { sentence, rule: name, concerns, count, page },
      { accountName: 'Probity', operatorName: ctx.settings.operatorName },
    ),
    messageId: `<${ctx.newId()}@${new URL(ctx.settings.baseUrl).hostname}>`,
  });
}

const DAY_MS = 86_400_000;

/** For the pruning job. Returns how many. */
export const pruneAlerts = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  inBatches((limit) => deleteAlertsBefore(ctx.db, new Date(ctx.now().getTime() - DAY_MS), limit));

export const securityAlertCrontab = '* * * * * detect_security_patterns';

export const securityAlertJobs = (
  ctx: Ctx,
): Readonly<Record<'detect_security_patterns' | typeof MAIL_ALERT, JobHandler>> => ({
  detect_security_patterns: () => detectPatterns(ctx),
  [MAIL_ALERT]: (payload) => mailAlert(ctx, payload),
});
