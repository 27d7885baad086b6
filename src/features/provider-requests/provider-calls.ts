// Makes the calls of a provider: within its limits, through outgoing-http, and recorded with the answers.
import type { Ctx } from '../../context.ts';
import type { Outgoing } from '../../platform/outgoing-http/outgoing.ts';
import { type Pace, takeCall } from './health-store.ts';
import type { ProviderCall, ProviderLimits, ProviderReply } from './provider.ts';
import { faultOfFailure, faultOfStatus, ProviderFault } from './provider-fault.ts';

/** A call as recorded with its exchange, encrypted. */
export interface RecordedCall {
  readonly method: string;
  readonly url: string;
  readonly sent: string | null;
  readonly status: number | null;
  readonly received: string | null;
}

export interface ProviderCalls {
  send(call: ProviderCall): Promise<ProviderReply>;
  signIn(call: ProviderCall): Promise<ProviderReply>;
  readonly made: readonly RecordedCall[];
}

const answerBytes = 1024 * 1024;
/** The maximum length of a recorded text. */
const recordedLength = 64 * 1024;

/** A sixth of the calls at once and the others evenly, so that no interval of that length has more than all. */
export function paceOf({ calls, seconds }: NonNullable<ProviderLimits['rate']>): Pace {
  const burst = Math.max(1, Math.floor(calls / 6));
  const intervalMs = (seconds * 1000) / Math.max(1, calls - burst);
  return { intervalMs, burstMs: (burst - 1) * intervalMs };
}

/** @param healthKey the key of the breaker and the rate limit, which all processes share */
export function providerCalls(
  ctx: Ctx,
  outgoing: Outgoing,
  healthKey: string,
  { rate, timeoutMs }: ProviderLimits,
): ProviderCalls {
  const made: RecordedCall[] = [];
  const kept = (text: string | undefined, isSecret: boolean) =>
    text === undefined || isSecret ? null : text.slice(0, recordedLength);
  const callAs = async (
    isSecret: boolean,
    { method, url, headers = {}, body }: ProviderCall,
  ): Promise<ProviderReply> => {
    const freeAt =
      rate === undefined ? undefined : await takeCall(ctx.db, rate.sharedWith ?? healthKey, ctx.now(), paceOf(rate));
    if (freeAt !== undefined) throw new ProviderFault('rate_limited', freeAt);
    const result = await outgoing.call({
      method,
      url,
      headers: { 'user-agent': 'Probity', ...headers },
      body: Buffer.from(body ?? ''),
      timeoutMs,
      wholeBytes: answerBytes,
    });
    const call = { method, url, sent: kept(body, isSecret) };
    if (result.outcome === 'failed') {
      made.push({ ...call, status: null, received: null });
      throw new ProviderFault(faultOfFailure(result.reason));
    }
    made.push({ ...call, status: result.status, received: kept(result.bodyText, isSecret) });
    const fault = faultOfStatus(result.status);
    if (fault !== undefined) throw new ProviderFault(fault, retryAt(result.retryAfter, ctx.now()));
    return { status: result.status, text: result.bodyText };
  };
  return { send: (call) => callAs(false, call), signIn: (call) => callAs(true, call), made };
}

function retryAt(retryAfter: string | null, now: Date): Date | undefined {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter.trim())
    ? new Date(now.getTime() + Number(retryAfter) * 1000)
    : undefined;
}
