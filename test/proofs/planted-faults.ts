// Proves that the proofs can fail: each fault is planted in the shipped source, and the proof that is meant for it must find it.
import { type Fault, proveWith } from '../support/planted-fault.ts';
import type { ProofResult } from './proof.ts';

export const name = 'planted-faults';
export const promise = 'The proofs can fail';
export const expected = 'every fault found by its proof, and named by it';

export interface PlantedFault extends Fault {
  readonly name: string;
  readonly proof: string;
  readonly options: { readonly size: number } & Readonly<Record<string, unknown>>;
  /** What the proof says of it. */
  readonly found: RegExp;
}

const webhooks = 'src/features/webhooks';
const haste = { inHaste: true, patienceMs: 3000 };

/** The first six are the ones that nothing may ever let through: the test suite plants them every time. */
export const faults: readonly PlantedFault[] = [
  {
    name: 'acknowledging before the commit',
    file: 'src/api/v2/reports.ts',
    find: "await moveReport(call.ctx, call.caller, target(call), { move: 'cancel' });",
    replace: `setTimeout(() => moveReport(call.ctx, call.caller, target(call), { move: 'cancel' }).catch(() => {}), 500);`,
    proof: 'kills',
    options: { size: 1, ...haste },
    found: /^cancellation of report /m,
  },
  {
    name: 'a lost lease: it is over before the attempt is',
    file: `${webhooks}/delivery-store.ts`,
    find: 'const leaseSeconds = 60;',
    replace: 'const leaseSeconds = 2;',
    proof: 'simulation',
    options: { size: 100 },
    found: /: claimed under a valid lease: /,
  },
  {
    name: 'a double claim: what somebody has leased is claimed',
    file: `${webhooks}/delivery-claim-store.ts`,
    find: 'const isUnleased = sql`(d.leased_until is null or d.leased_until <= now())`;',
    replace: 'const isUnleased = sql`true`;',
    proof: 'duplicates',
    options: { size: 200, ...haste },
    found: /^[1-9]\d* of 200 deliveries repeated/m,
  },
  {
    name: 're-serialised bytes',
    file: `${webhooks}/delivery-attempt.ts`,
    find: '    body,\n  });\n  return { record: recordOf(',
    replace:
      '    body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)),\n  });\n  return { record: recordOf(',
    proof: 'signatures',
    options: { size: 100 },
    found: /^v2: webhook-signature by the newest secret/m,
  },
  {
    name: 'a skipped address check: ::1 passes',
    file: 'src/platform/outgoing-http/address-check.ts',
    find: "else if (isSpecial) return 'address_refused';",
    replace: "else if (isSpecial && each.toNormalizedString() !== '0:0:0:0:0:0:0:1') return 'address_refused';",
    proof: 'addresses',
    options: { size: 0, inside: true },
    found: /[1-9]\d* connections at an internal listener[\s\S]*^deliver /m,
  },
  {
    name: 'a resend past twelve hours',
    file: `${webhooks}/delivery-attempt.ts`,
    find: 'return wanted && (manual || mayStartAttempt(createdAt, at));',
    replace: 'return wanted;',
    proof: 'schedule',
    options: { size: 1000, receivers: 0 },
    found: /^\d+ attempts past the window/m,
  },
  {
    name: 'a lost lease, between two processes',
    file: `${webhooks}/delivery-store.ts`,
    find: 'const leaseSeconds = 60;',
    replace: 'const leaseSeconds = 1;',
    proof: 'duplicates',
    options: { size: 200, ...haste },
    found: /^[1-9]\d* of 200 deliveries repeated/m,
  },
  {
    name: 'a resend planned past twelve hours',
    file: `${webhooks}/delivery-schedule.ts`,
    find: 'const at = Math.min(honoured, latest);',
    replace: 'const at = honoured;',
    proof: 'schedule',
    options: { size: 1000, receivers: 0 },
    found: /^the next is planned past the window/m,
  },
  {
    name: 'an answer that comes too late counts',
    file: 'src/platform/outgoing-http/outgoing.ts',
    find: 'const timeoutMs = request.timeoutMs ?? ACKNOWLEDGE_MS;',
    replace: 'const timeoutMs = 60_000;',
    proof: 'bad-receivers',
    options: { size: 1, times: { limitMs: 300, inTimeMs: 0 }, slackMs: 5000, only: ['answers just too late'] },
    found: /^WRONG answers just too late/m,
  },
  {
    name: 'a lease that never ends',
    file: `${webhooks}/delivery-store.ts`,
    find: 'const leaseSeconds = 60;',
    replace: 'const leaseSeconds = 1e9;',
    proof: 'simulation',
    options: { size: 700 },
    found: /stuck/,
  },
  {
    name: 'attempts that are never recorded',
    file: `${webhooks}/delivery-store.ts`,
    find: '  const rows = records.map(',
    replace: '  if (records.length > 0) return;\n  const rows = records.map(',
    proof: 'duplicates',
    options: { size: 100, ...haste },
    found: /100 not recorded as they were/,
  },
  {
    name: 'deliveries that are claimed and never sent',
    file: `${webhooks}/delivery-worker.ts`,
    find: '    try {\n      const sent = await attemptDelivery(',
    replace:
      '    if (body !== null) {\n      untrack([delivery]);\n      return { isPrompt: true, ms: 1 };\n    }\n    try {\n      const sent = await attemptDelivery(',
    proof: 'nothing-stuck',
    options: { size: 1, ...haste },
    found: /[1-9]\d* of \d+ did not arrive/,
  },
  {
    name: 'a stop that forgets its records',
    file: `${webhooks}/delivery-recorder.ts`,
    find: '    async finish(withinMs) {\n',
    replace: '    async finish(withinMs) {\n      abandoned = true;\n      queue.length = 0;\n',
    proof: 'clean-stop',
    options: { size: 1 },
    found: /[1-9]\d* not recorded/,
  },
];

export const size = faults.length;
export const unit = 'faults';

/** Whether the proof fails, and what it says. */
export async function isFound({ proof, options, found, ...fault }: PlantedFault, signal: AbortSignal) {
  const { ok, figure, lines } = await proveWith(fault, proof, options, signal);
  const said = [figure, ...lines].join('\n');
  return { found: !ok && found.test(said), said };
}

export async function run(given: { readonly size: number }): Promise<ProofResult> {
  const missed: string[] = [];
  const planted = faults.slice(0, given.size);
  for (const fault of planted) {
    const { found, said } = await isFound(fault, AbortSignal.timeout(600_000));
    if (!found) missed.push(`${fault.name}, by ${fault.proof}: ${said}`);
  }
  return {
    figure: `${planted.length - missed.length} of ${planted.length} found`,
    ok: missed.length === 0,
    lines: [...planted.map((fault) => `${fault.name}, by ${fault.proof}`), ...missed],
  };
}
