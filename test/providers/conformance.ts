// The conformance suite of all providers: the test of each provider runs it against a stand-in.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApplicantFacts } from '../../src/features/facts/facts.ts';
import type { Target } from '../../src/features/provider-requests/answer-actions.ts';
import type { Provider } from '../../src/features/provider-requests/provider.ts';
import type { ReportResult } from '../../src/features/report-types/breakdown.ts';
import type { ReportType } from '../../src/features/report-types/report-type.ts';
import { namedType } from '../../src/features/report-types/report-type-rules.ts';
import { sql } from '../../src/platform/db/database.ts';
import { hang, type ReceivedRequest } from '../support/webhook-receiver.ts';
import { type ProviderWorld, type StandIn, speakAs } from './provider-world.ts';

/** A provider's own protocol, for the suite. */
export interface ConformingProvider {
  readonly name: string;
  /** The provider with the stand-in's address and a key. @param url without a trailing slash */
  make(world: ProviderWorld, url: string, key: string): Provider | Promise<Provider>;
  /** A stand-in that answers the same for every person. @param key the accepted key */
  standIn(says: ReportResult, key: string): StandIn;
  /** Two results that the provider can answer. */
  readonly results: readonly [ReportResult, ReportResult];
  readonly facts?: Partial<ApplicantFacts>;
  /** Values that no URL may contain, because the protocol allows them elsewhere. */
  readonly keepsOutOfUrls: readonly string[];
  /** The provider needs no key. */
  readonly hasNoKey?: true;
}

const garbage: StandIn = () => ({ status: 200, body: '<html>not what you asked for</html>' });
const away: StandIn = () => ({ status: 503 });

export function conforms(world: ProviderWorld, of: ConformingProvider): void {
  describe(`the provider ${of.name}`, () => {
    let provider: Provider;
    let type: ReportType;
    let count = 0;
    const key = 'first-key';
    const [first, second] = of.results;
    const url = () => world.receiver.url.replace(/\/hook$/, '');

    /** Uses another name each time, so that tests have separate breakers. */
    const asked = async (given: Provider, more: readonly string[] = []): Promise<Target> => {
      count += 1;
      const named = { ...given, name: `${of.name}_${count}` };
      world.add(named);
      await world.choose([named.name, ...more], 'not_clear', type);
      const target = await world.report(of.facts, type);
      // First the choice, then the request.
      await world.work(target);
      await world.work(target);
      return target;
    };
    const speak = (standIn: StandIn) => speakAs(world.receiver, standIn);
    const outcomes = async (target: Target) => (await world.exchanges(target)).map(({ outcome }) => outcome);
    const reasons = async (target: Target) => (await world.exchanges(target)).map(({ reason }) => reason);

    before(async () => {
      provider = await of.make(world, url(), key);
      const found = namedType(provider.capabilities.types[0]!);
      if ('missing' in found) throw new Error(`${provider.name} answers a type that is not in the catalogue`);
      type = found.type;
    });

    it('answers, and a result that is not clear awaits a person', async () => {
      for (const says of of.results) {
        speak(of.standIn(says, key));
        const target = await asked(provider);
        await world.workFor(target, 1);
        const report = await world.statusOf(target);
        const isReleased = says === 'clear' && provider.capabilities.personDecides !== true;
        assert.deepEqual(
          [report.status, report.result],
          [isReleased ? 'complete' : 'awaiting_approval', says],
          (await reasons(target)).join(' '),
        );
      }
    });

    it('receives the declared facts only, and names or birth dates in a URL only if the protocol requires it', async () => {
      const heard: ReceivedRequest[] = [];
      const standIn = of.standIn(first, key);
      speak((request) => {
        heard.push(request);
        return standIn(request);
      });
      const target = await asked(provider);
      await world.workFor(target, 1);
      for (const { path, rawHead, body } of heard) {
        for (const word of of.keepsOutOfUrls) assert.ok(!path.includes(word), path);
        if (!provider.capabilities.facts.includes('email')) assert.ok(!`${rawHead}${body}`.includes('candidate.test'));
      }
    });

    it('is asked again after a time-out, a limited number of times', async () => {
      world.receiver.behave(hang);
      const target = await asked({ ...provider, limits: { ...provider.limits, timeoutMs: 1000 } });
      assert.deepEqual(await reasons(target), ['The provider did not answer in time.']);
      speak(of.standIn(first, key));
      await world.workFor(target, 1);
      assert.equal((await world.statusOf(target)).result, first);
    });

    it('answers that cannot be read go to a person', async () => {
      speak(garbage);
      const target = await asked(provider);
      await world.workFor(target, 24);
      const { status, provider: by } = await world.statusOf(target);
      assert.deepEqual([status, by], ['awaiting_data', 'manual']);
      assert.ok((await reasons(target)).includes('The answer could not be understood.'));
    });

    it('answering twice changes nothing', async () => {
      speak(of.standIn(first, key));
      const target = await asked(provider);
      await world.workFor(target, 1);
      const state = () =>
        world.database.rows(sql`
        select (select json_agg(r) from reports r where id = ${target.reportId}) as report,
          (select count(*) from events where report_id = ${target.reportId}) as events`);
      const first_ = await state();
      await world.work(target);
      await world.workFor(target, 24);
      assert.deepEqual(await state(), first_);
    });

    it('an outage of a day leads to a person early, and the provider answers again afterwards', async () => {
      speak(away);
      const target = await asked(provider);
      await world.workFor(target, 24);
      assert.equal((await world.statusOf(target)).provider, 'manual');
      assert.ok((await world.exchanges(target)).length < 20);
      const name = `${of.name}_${count}`;
      speak(of.standIn(first, key));
      const next = await world.report(of.facts, type);
      await world.work(next);
      await world.workFor(next, 1);
      assert.deepEqual([(await world.statusOf(next)).provider, (await world.statusOf(next)).result], [name, first]);
    });

    it('the fall-back provider is asked next', async () => {
      speak(away);
      const spare = { ...provider, name: `${of.name}_spare` };
      const standIn = of.standIn(second, key);
      world.add(spare);
      const target = await asked(provider, [spare.name]);
      await world.workFor(target, 4.9);
      speak(standIn);
      await world.workFor(target, 24);
      const report = await world.statusOf(target);
      assert.deepEqual([report.provider, report.result], [spare.name, second]);
    });

    it('is not asked about a report that was withdrawn meanwhile', async () => {
      speak(away);
      const target = await asked(provider);
      await world.move(target, { move: 'withdraw' });
      speak(of.standIn(first, key));
      await world.workFor(target, 24);
      const report = await world.statusOf(target);
      assert.deepEqual([report.status, report.result], ['withdrawn', null]);
      assert.ok(!(await outcomes(target)).includes('Answered'));
    });

    it('waits while the report is paused', async () => {
      speak(away);
      const target = await asked(provider);
      await world.move(target, { move: 'pause' });
      speak(of.standIn(first, key));
      await world.workFor(target, 2);
      assert.equal((await world.statusOf(target)).status, 'paused');
      await world.move(target, { move: 'resume' });
      await world.workFor(target, 2);
      assert.equal((await world.statusOf(target)).result, first);
    });

    if (of.hasNoKey) return;

    it('refuses our key after a rotation, and accepts the new one', async () => {
      const rotated = 'second-key';
      speak(of.standIn(first, rotated));
      const target = await asked(provider);
      await world.workFor(target, 1);
      assert.equal((await world.statusOf(target)).provider, 'manual');
      assert.ok((await reasons(target)).includes('The provider refused our key.'));
      const next = await asked(await of.make(world, url(), rotated));
      await world.workFor(next, 1);
      assert.equal((await world.statusOf(next)).result, first);
    });
  });
}
