// The planted faults: each replaces one function of the shipped program by a faulty one.
import { claimDeliveries } from '../../../src/features/webhooks/delivery-claim-store.ts';
import { createDeliveryRecorder } from '../../../src/features/webhooks/delivery-recorder.ts';
import { afterAttempt } from '../../../src/features/webhooks/delivery-schedule.ts';
import type { DeliverySteps } from '../../../src/features/webhooks/delivery-worker.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { createUrlCheck } from '../../../src/platform/outgoing-http/address-check.ts';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import type { OutgoingPost } from '../../../src/platform/outgoing-http/outgoing.ts';
import type { Planting } from './planting.ts';

export interface PlantedFault {
  readonly name: string;
  /** The proof that must find the fault, and the options that it is run with. */
  readonly proof: string;
  readonly options: { readonly size: number } & Readonly<Record<string, unknown>>;
  /** What the proof says about the fault. */
  readonly found: RegExp;
  /** @param reached must be called whenever the faulty function runs */
  readonly plant: (reached: () => void) => Planting;
}

const isShortened = { isShortened: true, patienceMs: 3000 };

const commitAfterMs = 500;

/** A transaction that cancels a report answers, and is rolled back; half a second later it runs again and is committed. */
function commitCancellationsLate(reached: () => void): Planting {
  const cancelsReport = async (tx: Db) =>
    (await tx.row(sql`select from events where type = 'report.cancelled' and xid = pg_current_xact_id() limit 1`)) !==
    undefined;
  return {
    db: (db) => ({
      ...db,
      async transaction(work) {
        const rollback = new Error('rolled back');
        let result: Awaited<ReturnType<typeof work>>;
        return db
          .transaction(async (tx) => {
            result = await work(tx);
            if (await cancelsReport(tx)) throw rollback;
            return result;
          })
          .catch((error: unknown) => {
            if (error !== rollback) throw error;
            reached();
            setTimeout(() => db.transaction(work).catch(() => undefined), commitAfterMs);
            return result;
          });
      },
    }),
  };
}

/** Every lease ends so many seconds after its claim. */
const endLeasesAfter =
  (seconds: number) =>
  (reached: () => void): Planting => ({
    deliverySteps: {
      async claimDeliveries(db, claim) {
        const claimed = await claimDeliveries(db, claim);
        reached();
        await db.run(sql`
          update webhook_deliveries set leased_until = now() + make_interval(secs => ${seconds})
          where status = 'due' and leased_by = ${claim.worker} and id = any (${claimed.deliveries.map(({ id }) => id)}::uuid[])`);
        return claimed;
      },
    },
  });

const claimLeasedDeliveries = (reached: () => void): Planting => ({
  deliverySteps: {
    async claimDeliveries(db, claim) {
      reached();
      await db.run(sql`
        update webhook_deliveries d set leased_until = now()
        from (select account_id, id from webhook_deliveries
              where status = 'due' and leased_until > now() for update skip locked) leased
        where d.account_id = leased.account_id and d.id = leased.id`);
      return claimDeliveries(db, claim);
    },
  },
});

const changePosts =
  (change: (request: OutgoingPost) => OutgoingPost) =>
  (reached: () => void): Planting => ({
    outgoing: (outgoing) => ({
      ...outgoing,
      post(request) {
        reached();
        return outgoing.post(change(request));
      },
    }),
  });

const reserialise = (body: Buffer) => Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1));

/** Calls of ::1 are let through. */
const skipAddressCheck = (reached: () => void): Planting => ({
  urlCheck: (rules) => {
    const check = createUrlCheck(rules);
    const skipped = createUrlCheck({ ...rules, allow: [...rules.allow, ...parseAllowList('[::1]:*').entries!] });
    return async (url) => {
      const verdict = await check(url);
      if (verdict.kind !== 'refused' || verdict.reason !== 'address_refused') return verdict;
      reached();
      return skipped(url);
    };
  },
});

const day = 86_400_000;

const planPastWindow = (reached: () => void): Planting => ({
  afterAttempt(attempt) {
    reached();
    return afterAttempt({ ...attempt, createdAt: new Date(attempt.createdAt.getTime() + day) });
  },
});

const attemptPastWindow = (reached: () => void): Planting => ({
  deliverySteps: {
    isOpen({ wanted }) {
      reached();
      return wanted;
    },
  },
});

/** A recorder that only says that it has recorded. */
const recordNothing = (reached: () => void): Planting => ({
  deliverySteps: {
    createDeliveryRecorder: (_ctx, _worker, onRecorded) => ({
      add(record) {
        reached();
        onRecorded([record]);
      },
      waiting: 0,
      isBehind: false,
      finish: async () => undefined,
    }),
  },
});

const neverSend = (reached: () => void): Planting => ({
  deliverySteps: {
    attemptDelivery() {
      reached();
      return new Promise(() => undefined);
    },
  },
});

const writeLateMs = 200;

/** Records are written a little later, and not at all after the stop. */
function forgetRecordsAtStop(reached: () => void): Planting {
  const create: DeliverySteps['createDeliveryRecorder'] = (...given) => {
    const recorder = createDeliveryRecorder(...given);
    let isStopped = false;
    return {
      add(record, attempt) {
        setTimeout(() => {
          if (!isStopped) recorder.add(record, attempt);
        }, writeLateMs);
      },
      get waiting() {
        return recorder.waiting;
      },
      get isBehind() {
        return recorder.isBehind;
      },
      finish() {
        reached();
        isStopped = true;
        return recorder.finish(0);
      },
    };
  };
  return { deliverySteps: { createDeliveryRecorder: create } };
}

/** The first six are faults that must never pass: the test suite plants them every time. */
export const faults: readonly PlantedFault[] = [
  {
    name: 'acknowledging before the commit',
    proof: 'kills',
    options: { size: 1, ...isShortened },
    found: /^cancellation of report /m,
    plant: commitCancellationsLate,
  },
  {
    name: 'a lost lease: it ends before the attempt does',
    proof: 'simulation',
    options: { size: 100 },
    found: /: claimed under a valid lease: /,
    plant: endLeasesAfter(2),
  },
  {
    name: 'a double claim: a leased delivery is claimed',
    proof: 'duplicates',
    options: { size: 200, ...isShortened },
    found: /^[1-9]\d* of \d+ deliveries repeated/m,
    plant: claimLeasedDeliveries,
  },
  {
    name: 're-serialised bytes',
    proof: 'signatures',
    options: { size: 100 },
    found: /^v2: webhook-signature by the newest secret/m,
    plant: changePosts((request) => ({ ...request, body: reserialise(request.body) })),
  },
  {
    name: 'a skipped address check: ::1 passes',
    proof: 'addresses',
    options: { size: 0, inside: true },
    found: /[1-9]\d* connections at an internal listener[\s\S]*^deliver /m,
    plant: skipAddressCheck,
  },
  {
    name: 'a resend past twelve hours',
    proof: 'schedule',
    options: { size: 1000, receivers: 0 },
    found: /^\d+ attempts past the window/m,
    plant: attemptPastWindow,
  },
  {
    name: 'a lost lease, between two processes',
    proof: 'duplicates',
    options: { size: 200, ...isShortened },
    found: /^[1-9]\d* of \d+ deliveries repeated/m,
    // Shorter than the slow endpoint takes to answer.
    plant: endLeasesAfter(0.1),
  },
  {
    name: 'a resend planned past twelve hours',
    proof: 'schedule',
    options: { size: 1000, receivers: 0 },
    found: /^the next is planned past the window/m,
    plant: planPastWindow,
  },
  {
    name: 'an answer that comes too late counts',
    proof: 'bad-receivers',
    options: { size: 1, times: { limitMs: 300, inTimeMs: 0 }, slackMs: 5000, only: ['answers just too late'] },
    found: /^WRONG answers just too late/m,
    plant: changePosts((request) => ({ ...request, timeoutMs: 60_000 })),
  },
  {
    name: 'a lease that never ends',
    proof: 'simulation',
    options: { size: 700 },
    found: /stuck/,
    plant: endLeasesAfter(1e9),
  },
  {
    name: 'attempts that are never recorded',
    proof: 'duplicates',
    options: { size: 100, ...isShortened },
    found: /[1-9]\d* not recorded as they were/,
    plant: recordNothing,
  },
  {
    name: 'deliveries that are claimed and never sent',
    proof: 'nothing-stuck',
    options: { size: 1, ...isShortened },
    found: /[1-9]\d* of \d+ did not arrive/,
    plant: neverSend,
  },
  {
    name: 'a stop that forgets its records',
    proof: 'clean-stop',
    options: { size: 1 },
    found: /[1-9]\d* not recorded/,
    plant: forgetRecordsAtStop,
  },
];

/** No proof calls the function that it replaces: planting it must be an error. */
export const unreachedFault: PlantedFault = {
  name: 'a fault that is never reached',
  proof: 'simulation',
  options: { size: 1 },
  found: /./,
  plant: attemptPastWindow,
};
