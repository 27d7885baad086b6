// Runs a request with an Idempotency-Key once, however often it is sent: stores the answer in the transaction of the
// effect, and replays it.
import { type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Db } from '../../platform/db/database.ts';
import { sealedId } from '../../platform/encryption/account-key.ts';
import { inBatches } from '../../platform/jobs.ts';
import { fingerprint, type IdempotentRequest, isFree, isKept, keptMs, keyHash } from './idempotency-rules.ts';
import {
  type Claim,
  deleteAnswersAbout,
  deleteClaim,
  deleteKeysClaimedBefore,
  findKey,
  insertClaim,
  keepAnswer,
  replaceClaim,
} from './idempotency-store.ts';

export interface Answer<Read = unknown> {
  readonly status: number;
  /** Serialised, as sent. */
  readonly body: string;
  /** The applicant whose data it holds: erasing them deletes it. */
  readonly applicantId?: string;
  /** The results that it contains, so that a replay is recorded as a reading too. */
  readonly results?: readonly Read[];
}

const purpose = 'idempotency_keys.answer';

/** The claim, committed at once; or the stored answer. */
async function claimKey<Read>(ctx: Ctx, tenant: Tenant, request: IdempotentRequest): Promise<Claim | Answer<Read>> {
  const hash = keyHash(request);
  const print = fingerprint(request);
  const claim = { ...tenantOf(tenant), keyHash: hash, claimedAt: ctx.now() };
  for (;;) {
    if (await insertClaim(ctx.db, claim, print)) return claim;
    const stored = await findKey<Read>(ctx.db, tenant, hash);
    // The row was released or pruned between the two statements.
    if (stored === undefined) continue;
    if (isFree(stored, claim.claimedAt)) {
      if (await replaceClaim(ctx.db, claim, print, stored)) return claim;
      continue;
    }
    if (!stored.fingerprint.equals(print)) throw new Refusal('idempotency_key_reused');
    if (stored.status === null || stored.sealedAnswer === null) throw new Refusal('idempotency_in_progress');
    const key = await ctx.keys.forAccount(tenant.accountId);
    const body = key.open(purpose, placeOf(claim), stored.sealedAnswer).toString('utf8');
    return { status: stored.status, body, ...(stored.results === null ? {} : { results: stored.results }) };
  }
}

const tenantOf = ({ accountId, environment }: Tenant): Tenant => ({ accountId, environment });
const placeOf = (claim: Claim) => sealedId(claim.environment, claim.keyHash.toString('hex'));

async function keep(ctx: Ctx, claim: Claim, answer: Answer): Promise<boolean> {
  const key = await ctx.keys.forAccount(claim.accountId);
  const sealedAnswer = key.seal(purpose, placeOf(claim), answer.body);
  const { status, applicantId, results } = answer;
  return keepAnswer(ctx.db, claim, { status, sealedAnswer, applicantId, results });
}

async function runClaimed<A extends Answer>(ctx: Ctx, claim: Claim, work: (ctx: Ctx) => Promise<A>): Promise<A> {
  // Load the keys before the transaction: inside it, loading would take a second connection.
  await ctx.keys.forAccount(claim.accountId);
  return inTransaction(ctx, async (tx) => {
    const answer = await work(tx);
    // Another request has taken over the expired claim and runs or has run the work: roll back, so that it happens
    // once.
    if (!(await keep(tx, claim, answer))) throw new Refusal('idempotency_in_progress');
    return answer;
  });
}

/**
 * Runs `work` in one transaction that also stores its answer: a crash leaves both or neither. Throws Refusal
 * `malformed_request`, `idempotency_key_reused` or `idempotency_in_progress`. @param answerTo the surface's answer to
 * a refusal by `work`; it is stored too, unless it is independent of the request
 */
export async function withIdempotency<Read>(
  ctx: Ctx,
  tenant: Tenant,
  request: IdempotentRequest,
  work: (ctx: Ctx) => Promise<Answer<Read>>,
  answerTo: (refusal: Refusal) => Answer<Read>,
): Promise<Answer<Read> & { readonly replayed: boolean }> {
  const claim = await claimKey<Read>(ctx, tenant, request);
  if ('status' in claim) return { ...claim, replayed: true };
  try {
    return { ...(await runClaimed(ctx, claim, work)), replayed: false };
  } catch (error) {
    if (error instanceof Refusal) {
      const answer = answerTo(error);
      if (isKept(answer.status)) {
        await keep(ctx, claim, answer);
        return { ...answer, replayed: false };
      }
    }
    // If this fails too, the claim expires; if the commit succeeded after all, its answer stays.
    await deleteClaim(ctx.db, claim).catch(() => undefined);
    throw error;
  }
}

/** A context that caches queries to other machines, so that answers from before the transaction are known inside it. */
export function cachingQueries(ctx: Ctx): Ctx {
  const { outgoing, emailDomains } = ctx;
  return {
    ...ctx,
    outgoing: {
      ...outgoing,
      checkUrl: once(outgoing.checkUrl),
      examine: once(outgoing.examine, ({ url }) => url),
    },
    emailDomains: { registrationOf: once(emailDomains.registrationOf) },
  };
}

function once<About, T>(
  ask: (about: About) => Promise<T>,
  nameOf: (about: About) => unknown = (about) => about,
): (about: About) => Promise<T> {
  const answers = new Map<unknown, Promise<T>>();
  return (about) => {
    const name = nameOf(about);
    const answer = answers.get(name) ?? ask(about);
    answers.set(name, answer);
    return answer;
  };
}

/** For the erasure of an applicant, in its transaction. */
export function forgetAnswersAbout(db: Db, tenant: Tenant, applicantId: string): Promise<void> {
  return deleteAnswersAbout(db, tenant, applicantId);
}

/** For the pruning job: deletes expired keys. Returns how many. */
export function pruneIdempotencyKeys(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - keptMs);
  return inBatches((limit) => deleteKeysClaimedBefore(ctx.db, before, limit));
}
