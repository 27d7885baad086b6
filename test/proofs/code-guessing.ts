// Proves that codes cannot be guessed and that guessing locks nobody out: on every link somebody guesses as fast as they
// are let, from a network of their own each time, then the candidate signs in by a fresh link.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../src/config.ts';
import type { Caller, Ctx } from '../../src/context.ts';
import { formLink } from '../../src/features/candidate-form/form-access-actions.ts';
import { openFormLink } from '../../src/features/candidate-form/form-actions.ts';
import { linkToken } from '../../src/features/checks/check-links.ts';
import { enterCode, type HeldLink, sendCode, sendFreshLink } from '../../src/features/mailed-links/access-actions.ts';
import { CODE_DIGITS } from '../../src/features/mailed-links/code-rules.ts';
import { openProbity } from '../../src/main.ts';
import { createLog } from '../../src/platform/log.ts';
import { mailedCodes, placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../support/accounts.ts';
import { openTestDatabase } from '../support/database.ts';
import { urlOf } from '../support/probity.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'code-guessing';
export const promise = 'Links and codes cannot be guessed, and nobody is locked out of their own (promise 27)';
export const expected = 'less than 1 takeover in 1,000 years of 100,000 open checks, 0 locked out';
export const size = 100;
export const unit = 'links';

const openChecks = 100_000;
const years = 1000;
const days = 2;
const guessesAnHour = 6;

interface World {
  readonly ctx: Ctx;
  passSeconds(seconds: number): void;
  /** Enters a guess; replaced to show that the proof can fail. */
  readonly guess: typeof enterCode;
}

interface Attacked {
  readonly checkId: string;
  readonly link: HeldLink;
  /** Guesses that were compared on the worst day. */
  readonly comparedInADay: number;
}

/** Each link of its own account, so that the limit of an account does not help it. */
async function placeLink(ctx: Ctx): Promise<{ checkId: string; caller: Caller; link: HeldLink }> {
  const caller = (await makeAccount(ctx)).caller('test');
  const { check, token } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  const { front } = await openFormLink(ctx, token, undefined);
  return { checkId: check.id, caller, link: formLink(front) };
}

let networks = 0;
/** An address of a network that nobody has used. */
function newAddress(): string {
  networks += 1;
  return `2001:db8:${(networks >> 16).toString(16)}:${(networks & 0xffff).toString(16)}::1`;
}

/** A guess that is wrong, as nearly all are: a right one would end the attack and say nothing of the limit. */
async function wrongGuess({ ctx }: World, caller: Caller, checkId: string): Promise<string> {
  const [newest = '0'] = await mailedCodes(ctx, caller, checkId);
  return String((Number(newest) + 1) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

async function attack(
  world: World,
  { checkId, caller, link }: Awaited<ReturnType<typeof placeLink>>,
): Promise<Attacked> {
  let comparedInADay = 0;
  for (let day = 0; day < days; day += 1) {
    let compared = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      world.passSeconds(3600);
      await sendCode(world.ctx, link);
      const wrong = await wrongGuess(world, caller, checkId);
      for (let guess = 0; guess < guessesAnHour; guess += 1) {
        const outcome = await world.guess(world.ctx, link, wrong, { address: newAddress() });
        if (outcome.is === 'wrong' || outcome.is === 'used_up') compared += 1;
        if (outcome.is !== 'wrong') break;
      }
    }
    comparedInADay = Math.max(comparedInADay, compared);
  }
  return { checkId, link, comparedInADay };
}

/** Whether the candidate gets in at once, by the mail of a fresh link and its code. */
async function candidateGetsIn({ ctx }: World, caller: Caller, { checkId, link }: Attacked): Promise<boolean> {
  await sendFreshLink(ctx, link, 'codes');
  const { accountId, environment } = caller;
  const token = await linkToken(ctx, 'form', { accountId, environment, checkId, generation: link.generation + 1 });
  const fresh = formLink((await openFormLink(ctx, token, undefined)).front);
  await sendCode(ctx, fresh);
  const [code = ''] = await mailedCodes(ctx, caller, checkId);
  return (await enterCode(ctx, fresh, code, { address: newAddress() })).is === 'right';
}

async function attackAll(world: World, links: number): Promise<ProofResult> {
  let [worst, lockedOut] = [0, 0];
  for (let done = 0; done < links; done += 1) {
    const placed = await placeLink(world.ctx);
    const attacked = await attack(world, placed);
    worst = Math.max(worst, attacked.comparedInADay);
    if (!(await candidateGetsIn(world, placed.caller, attacked))) lockedOut += 1;
  }
  const takeovers = (openChecks * worst * 365.25 * years) / 10 ** CODE_DIGITS;
  return {
    figure: `${takeovers.toFixed(3)} takeovers in ${inThousands(years)} years of ${inThousands(openChecks)} open checks, ${inThousands(lockedOut)} locked out`,
    ok: takeovers < 1 && lockedOut === 0 && worst > 0,
    lines: [`at most ${worst} guesses compared in a day of one link, of ${24 * guessesAnHour} tried`],
  };
}

/** @param guess enters a guess; replaced to show that the proof can fail */
export async function run(options: { readonly size: number; readonly guess?: typeof enterCode }): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-guessing-'));
  const { connection, drop } = await openTestDatabase(2);
  const { settings, problems } = readSettings({
    PROBITY_DATA_DIR: folder,
    DATABASE_URL: urlOf(connection),
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_LOG_LEVEL: 'silent',
  });
  if (problems !== undefined) throw new Error(problems.join('; '));
  const opened = await openProbity(settings, createLog('silent'));
  let passed = 0;
  const ctx: Ctx = { ...opened.ctx, now: () => new Date(opened.ctx.now().getTime() + passed * 1000) };
  try {
    const passSeconds = (seconds: number) => {
      passed += seconds;
    };
    return await attackAll({ ctx, passSeconds, guess: options.guess ?? enterCode }, options.size);
  } finally {
    await opened.close();
    await drop();
    rmSync(folder, { recursive: true });
  }
}
