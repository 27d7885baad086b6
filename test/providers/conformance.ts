// The conformance suite of all providers: the test of each provider runs it against a stand-in of its source. A case that
// cannot occur is listed with the reason, which follows from the provider's declared capabilities.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApplicantFacts } from '../../src/features/facts/facts.ts';
import type { Target } from '../../src/features/provider-requests/answer-actions.ts';
import type { Provider, ProviderAnswer } from '../../src/features/provider-requests/provider.ts';
import type { ReportResult } from '../../src/features/report-types/breakdown.ts';
import { catalogue } from '../../src/features/report-types/catalogue.ts';
import { codeOf, coversType } from '../../src/features/report-types/catalogue-rules.ts';
import type { ReportType } from '../../src/features/report-types/report-type.ts';
import { sql } from '../../src/platform/db/database.ts';
import { builtInProviders } from '../../src/providers/built-in.ts';
import { until } from '../support/limited-loops.ts';
import { hang, type ReceivedRequest } from '../support/webhook-receiver.ts';
import { type ProviderWorld, type StandIn, speakAs } from './provider-world.ts';

/** An answer that a provider can give. */
export type Says = ReportResult | 'needs_person';

/** A provider's own protocol, for the suite. */
export interface ConformingProvider {
  /** The provider with the stand-in's address and a key. @param url without a trailing slash */
  make(url: string, key: string): Provider | Promise<Provider>;
  /** A stand-in that answers the same for every person. @param key the accepted key */
  readonly standIn?: (says: Says, key: string) => StandIn;
  /** Of a person about whom it answers so. */
  readonly facts?: (says: Says) => Partial<ApplicantFacts>;
  /** Done with each report before the provider is asked. */
  readonly prepare?: (target: Target) => Promise<void>;
  /** Values that no URL may contain, because the protocol allows them elsewhere. */
  readonly keepsOutOfUrls?: readonly string[];
}

const garbage: StandIn = () => ({ status: 200, body: '<html>not what you asked for</html>' });
const away: StandIn = () => ({ status: 503 });

/** Holds back the answers of a provider until they are released. */
function holding(given: Provider) {
  const gate = Promise.withResolvers<void>();
  let held = 0;
  const hold = async (answer: ProviderAnswer) => {
    if (answer.kind === 'accepted') return answer;
    held += 1;
    await gate.promise;
    return answer;
  };
  const { poll } = given;
  const provider: Provider = {
    ...given,
    request: async (...of) => hold(await given.request(...of)),
    ...(poll === undefined ? {} : { poll: async (...of) => hold(await poll(...of)) }),
  };
  return { provider, release: () => gate.resolve(), untilHeld: (count: number) => until(() => held === count) };
}

/** A built-in provider. @param name as it is listed; `conformance.test.ts` reads it here, and misses those that are nowhere */
export function conforms(world: ProviderWorld, name: string, of: ConformingProvider): void {
  const found = builtInProviders.find(({ described }) => described.name === name);
  if (found === undefined) throw new Error(`there is no provider ${name}`);
  conformsAs(world, found.described, of);
}

export function conformsAs(
  world: ProviderWorld,
  { name: ownName, capabilities }: Pick<Provider, 'name' | 'capabilities'>,
  of: ConformingProvider,
): void {
  const answers: readonly Says[] = capabilities.results.length === 0 ? ['needs_person'] : capabilities.results;
  const first = answers[0]!;
  const second = answers[1] ?? first;
  const key = 'first-key';
  const url = () => world.receiver.url.replace(/\/hook$/, '');

  const callsNobody = capabilities.calls === 'nobody' && 'it calls nobody, so that its source cannot do this';
  const sameAgain = callsNobody || (first === second && 'it has one answer only, so that it cannot contradict itself');
  const noKey = capabilities.calls !== 'with_key' && 'its source asks for no key';

  describe(`the provider ${ownName}`, () => {
    let provider: Provider;
    let type: ReportType;
    let count = 0;
    const cannotOccur: string[] = [];
    /** @param reason why the case cannot occur; false if it can */
    const itUnless = (reason: string | false, name: string, run: () => Promise<void>) =>
      reason === false ? it(name, run) : cannotOccur.push(`${name}: ${reason}`);
    const speak = (standIn: StandIn | undefined) => standIn !== undefined && speakAs(world.receiver, standIn);
    const say = (says: Says, accepted = key) => speak(of.standIn?.(says, accepted));

    /** A report whose provider is chosen and not asked yet. Uses another name each time: tests have separate breakers. */
    const chosen = async (given: Provider, says: Says = first, more: readonly string[] = []): Promise<Target> => {
      count += 1;
      const named = { ...given, name: `${ownName}_${count}` };
      world.add(named);
      await world.choose([named.name, ...more], 'not_clear', type);
      const target = await world.report(of.facts?.(says), type);
      await of.prepare?.(target);
      await world.work(target);
      return target;
    };
    const asked = async (given: Provider, says: Says = first, more: readonly string[] = []): Promise<Target> => {
      const target = await chosen(given, says, more);
      await world.work(target);
      return target;
    };
    const outcomes = async (target: Target) => (await world.exchanges(target)).map(({ outcome }) => outcome);
    const reasons = async (target: Target) => (await world.exchanges(target)).map(({ reason }) => reason);
    const everythingOf = (target: Target) =>
      world.database.rows(sql`
        select (select json_agg(r) from reports r where id = ${target.reportId}) as report,
          (select count(*) from events where report_id = ${target.reportId}) as events`);

    async function assertSaid(target: Target, says: Says): Promise<void> {
      const { status, result, provider: by } = await world.statusOf(target);
      const why = (await reasons(target)).join(' ');
      if (says === 'needs_person') return assert.deepEqual([status, by], ['awaiting_data', 'manual'], why);
      const isReleased = says === 'clear' && capabilities.personDecides !== true;
      assert.deepEqual([status, result], [isReleased ? 'complete' : 'awaiting_approval', says], why);
    }

    before(async () => {
      provider = await of.make(url(), key);
      const found = catalogue.find((one) => coversType({ types: capabilities.types.slice(0, 1) }, codeOf(one)));
      if (found === undefined) throw new Error(`${ownName} answers a type that is not in the catalogue`);
      type = found;
    });

    it('gives each of its declared answers, and a person releases what is not clear', async () => {
      for (const says of answers) {
        say(says);
        const target = await asked(provider, says);
        await world.workFor(target, 1);
        await assertSaid(target, says);
      }
    });

    itUnless(
      callsNobody,
      'receives the declared facts only, and URLs hold those alone that the protocol puts there',
      async () => {
        const heard: ReceivedRequest[] = [];
        const standIn = of.standIn!(first, key);
        speak((request) => {
          heard.push(request);
          return standIn(request);
        });
        const target = await asked(provider);
        await world.workFor(target, 1);
        for (const { path, rawHead, body } of heard) {
          for (const word of of.keepsOutOfUrls ?? []) assert.ok(!path.includes(word), path);
          if (!capabilities.facts.includes('email')) assert.ok(!`${rawHead}${body}`.includes('candidate.test'));
        }
      },
    );

    itUnless(callsNobody, 'is asked again after a time-out, a limited number of times', async () => {
      world.receiver.behave(hang);
      const target = await asked({ ...provider, limits: { ...provider.limits, timeoutMs: 1000 } });
      assert.deepEqual(await reasons(target), ['The provider did not answer in time.']);
      say(first);
      await world.workFor(target, 1);
      await assertSaid(target, first);
    });

    itUnless(callsNobody, 'answers that cannot be read go to a person', async () => {
      speak(garbage);
      const target = await asked(provider);
      await world.workFor(target, 24);
      await assertSaid(target, 'needs_person');
      assert.ok((await reasons(target)).includes('The answer could not be understood.'));
    });

    it('is not asked again once it has answered', async () => {
      say(first);
      const target = await asked(provider);
      await world.workFor(target, 1);
      const answered = await everythingOf(target);
      await world.work(target);
      await world.workFor(target, 24);
      assert.deepEqual(await everythingOf(target), answered);
    });

    it('a duplicate answer of two workers counts once', async () => {
      say(first);
      const held = holding(provider);
      const target = await chosen(held.provider);
      const workers = [world.workFor(target, 1), world.workFor(target, 1)];
      await held.untilHeld(2);
      held.release();
      await Promise.all(workers);
      await assertSaid(target, first);
      const expected =
        first === 'needs_person'
          ? ['A person is needed', 'Answered too late']
          : ['Answered', 'Answered again, the same'];
      assert.deepEqual((await outcomes(target)).filter((one) => expected.includes(one)).sort(), expected);
    });

    itUnless(sameAgain, 'a contradictory answer is recorded, and the first one stays', async () => {
      const held = holding(provider);
      say(first);
      const target = await chosen(held.provider);
      const workers = [world.workFor(target, 1)];
      await held.untilHeld(1);
      say(second);
      workers.push(world.workFor(target, 1));
      await held.untilHeld(2);
      held.release();
      await Promise.all(workers);
      const exchanges = await world.exchanges(target);
      const taken = exchanges.find(({ outcome }) => outcome === 'Answered');
      assert.ok(exchanges.some(({ outcome }) => outcome === 'Answered again, differently'));
      assert.equal((await world.statusOf(target)).result, taken?.result);
    });

    itUnless(callsNobody, 'an answer after another was asked is too late', async () => {
      say(first);
      const held = holding(provider);
      const target = await chosen(held.provider);
      const working = world.workFor(target, 1);
      await held.untilHeld(1);
      speak(away);
      await world.workFor(target, provider.limits.answersWithinHours + 24);
      await assertSaid(target, 'needs_person');
      held.release();
      await working;
      assert.equal((await world.exchanges(target)).filter(({ outcome }) => outcome === 'Answered too late').length, 1);
      await assertSaid(target, 'needs_person');
    });

    it('an answer about a report that was withdrawn meanwhile changes nothing', async () => {
      say(first);
      const held = holding(provider);
      const target = await chosen(held.provider);
      const working = world.workFor(target, 1);
      await held.untilHeld(1);
      await world.move(target, { move: 'withdraw' });
      const withdrawn = await everythingOf(target);
      held.release();
      await working;
      assert.deepEqual(await everythingOf(target), withdrawn);
      assert.ok((await outcomes(target)).includes('Answered after the report was closed'));
    });

    itUnless(callsNobody, 'is not asked about a report that was withdrawn before', async () => {
      speak(away);
      const target = await asked(provider);
      await world.move(target, { move: 'withdraw' });
      say(first);
      await world.workFor(target, 24);
      const report = await world.statusOf(target);
      assert.deepEqual([report.status, report.result], ['withdrawn', null]);
      assert.ok(!(await outcomes(target)).includes('Answered'));
    });

    itUnless(
      callsNobody,
      'an outage of a day leads to a person early, and the provider answers again afterwards',
      async () => {
        speak(away);
        const target = await asked(provider);
        await world.workFor(target, 24);
        await assertSaid(target, 'needs_person');
        assert.ok((await world.exchanges(target)).length < 20);
        say(first);
        const next = await world.report(of.facts?.(first), type);
        await world.work(next);
        await world.workFor(next, 1);
        await assertSaid(next, first);
      },
    );

    itUnless(callsNobody, 'the fall-back provider is asked next', async () => {
      speak(away);
      const spare = { ...provider, name: `${ownName}_spare` };
      world.add(spare);
      const target = await asked(provider, first, [spare.name]);
      await world.workFor(target, 4.9);
      say(second);
      await world.workFor(target, 24);
      await assertSaid(target, second);
      assert.ok((await world.exchanges(target)).some(({ provider: by }) => by === spare.name));
    });

    it('waits while the report is paused', async () => {
      say(first);
      const target = await chosen(provider);
      await world.move(target, { move: 'pause' });
      await world.workFor(target, 2);
      assert.equal((await world.statusOf(target)).status, 'paused');
      await world.move(target, { move: 'resume' });
      await world.workFor(target, 2);
      await assertSaid(target, first);
    });

    itUnless(noKey, 'refuses our key after a rotation, and accepts the new one', async () => {
      const rotated = 'second-key';
      say(first, rotated);
      const target = await asked(provider);
      await world.workFor(target, 1);
      await assertSaid(target, 'needs_person');
      assert.ok((await reasons(target)).includes('The provider refused our key.'));
      const next = await asked(await of.make(url(), rotated));
      await world.workFor(next, 1);
      await assertSaid(next, first);
    });

    it('meets every other case of the contract', (t) => {
      for (const one of cannotOccur) t.diagnostic(`cannot occur: ${one}`);
      assert.ok(cannotOccur.length < 10, cannotOccur.join('\n'));
    });
  });
}
