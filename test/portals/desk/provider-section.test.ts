// The desk's section with the exchanges with data providers about a report.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chooseProviders } from '../../../src/features/provider-requests/choice-actions.ts';
import type { Provider, ProviderAnswer } from '../../../src/features/provider-requests/provider.ts';
import { ProviderFault } from '../../../src/features/provider-requests/provider-fault.ts';
import { workOnRequest } from '../../../src/features/provider-requests/request-actions.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { openProviders } from '../../../src/providers/built-in.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { deskEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const browser = await launchBrowser(portal.certificate);
const opened = openProviders(portal.ctx.settings, { allow: [], ourPorts: [] });
after(() => {
  opened.outgoing.close();
  return browser.close();
});

const provider = (name: string, answer: () => ProviderAnswer): Provider => ({
  name,
  label: name,
  capabilities: { calls: 'with_key', results: ['clear', 'consider'], types: ['identity'], facts: ['first_name'] },
  limits: { timeoutMs: 1000, answersWithinHours: 1, costPence: 150 },
  request: async () => answer(),
});

/** A report that the first provider refused and the second answered with findings. */
async function answeredReport() {
  const refusing = provider('address_house', () => {
    throw new ProviderFault('key_refused');
  });
  const finding = provider('other_house', () => ({
    kind: 'result',
    reference: 'OH-77',
    outcome: { result: 'consider', subResult: null, findings: { breakdown: {}, properties: {}, notes: 'Moved.' } },
  }));
  const supply = { ...opened, builtIn: new Map([refusing, finding].map((one) => [one.name, one])) };
  const known = new Map([refusing, finding].map((one) => [one.name, one.capabilities]));
  const choice = { type: reportTypeById(1)!, providers: [...known.keys()], personReleases: 'not_clear' as const };
  await chooseProviders(portal.ctx, 'system', portal.accountId, choice, known);
  const check = await portal.placeCheck('live', { first_name: 'Robin', last_name: 'Sample' }, ['identity']);
  const [report] = check.reports;
  const target = { accountId: portal.accountId, environment: 'live' as const, checkId: check.id, reportId: report!.id };
  for (const _ of ['choose', 'refused', 'answered']) await workOnRequest(portal.ctx, supply, target);
  return report!.id;
}

test("the page of a report shows each provider's answer, its reason and its cost", async () => {
  const id = await answeredReport();
  const visitor = await signedInVisitor(portal, deskEmail);
  const { body } = await visitor.get(`/desk/reports/${id}`);
  for (const words of [
    'Address house: failed',
    'The provider refused our key.',
    'Other house: answered',
    'Request: consider',
    'Cost £1.50',
    'Other house, reference OH-77, nothing more to do',
  ]) {
    assert.ok(body.includes(words), words);
  }
  assert.ok(body.includes('Awaiting approval'));

  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    await page.goto(`${portal.url}/desk/reports/${id}`);
    await keepScreenshot(page, `provider-${screen}`);
    assert.equal(await scrollsSideways(page), false);
    assert.deepEqual(await accessibilityProblems(page), []);
  }
});

test('a report that only a person worked on has no such section', async () => {
  const check = await portal.placeCheck('test', {}, ['identity']);
  const visitor = await signedInVisitor(portal, deskEmail);
  const { body } = await visitor.get(`/desk/reports/${check.reports[0]!.id}`);
  assert.ok(!body.includes('provider-heading'));
});
