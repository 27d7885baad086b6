// Every page of the form is shown: with its question as the one heading, and an input for everything that it asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormScope, Typed } from '../../../src/features/candidate-form/form-page.ts';
import { entryPages, formPages, questionPages } from '../../../src/features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../src/features/candidate-form/open-form.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { needs } from '../../../src/features/report-types/needs.ts';
import { entryViews, pageViews } from '../../../src/portals/candidate/page-views.ts';
import { renderHtml } from '../../../src/portals/shared/page-renderer.ts';

const scope: FormScope = { needs: new Set(needs), addressYears: 5, activityYears: 5, today: '2026-03-04' };
const form = { scope, types: [], accountName: 'Acme Care' } as Partial<OpenForm> as OpenForm;
const facts = { ...noFacts, first_name: 'Alex', last_name: 'Sample' };

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function render(id: (typeof formPages)[number]['id'], typed: Typed): string {
  const view = pageViews[id];
  const model = { title: view.question, base: '/form/x', accountName: 'Acme Care', typed, addresses: [] };
  return renderHtml(view.template, { ...model, ...view.more?.(form, typed) }, 'token');
}

for (const page of formPages) {
  test(`the page ${page.id} has its question as the one heading of the page`, () => {
    const typed = questionPages.some(({ id }) => id === page.id) ? (page.prefill(facts) as Typed) : {};
    const html = render(page.id, typed);
    const headings = [...html.matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map((match) => textOf(match[1]!));
    assert.deepEqual(headings, [pageViews[page.id].question]);
  });

  test(`the page ${page.id} is told among all answers, also where little was given`, () => {
    for (const row of pageViews[page.id].rows(facts, form)) assert.notEqual(row.label, '');
  });
}

for (const page of entryPages) {
  const view = entryViews[page.id]!;
  test(`an entry of ${page.id} has its question as the one heading, and an input for each thing that it asks`, () => {
    const model = { title: view.entryQuestion, base: '/form/x', accountName: 'Acme Care', typed: {} };
    const html = renderHtml(view.entryTemplate, { ...model, ...view.entryMore?.({}) }, 'token');
    const headings = [...html.matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map((match) => textOf(match[1]!));
    assert.deepEqual(headings, [view.entryQuestion]);
    for (const input of page.inputs) assert.match(html, new RegExp(`name="${input}"`), input);
  });
}

for (const page of questionPages) {
  test(`the page ${page.id} has an input for each thing that it asks`, () => {
    const html = render(page.id, page.prefill(facts));
    for (const input of page.inputs) assert.match(html, new RegExp(`name="${input}"`), input);
  });
}
