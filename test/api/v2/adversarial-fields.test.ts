// Measures how long readers and rules take with a megabyte in any field of a body.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v2Routes } from '../../../src/api/v2/index.ts';
import { tidy } from '../../../src/features/candidate-form/form-page-rules.ts';
import { codeOf } from '../../../src/features/mailed-links/code-rules.ts';
import { readBody } from '../../../src/features/request-bodies/body-reader.ts';
import { Problems } from '../../../src/lib/refusal.ts';
import { readOutcomeForm } from '../../../src/portals/desk/report/outcome-form.ts';
import { adversarialTexts, bestMs, limitMs, slowest } from '../../support/adversarial-strings.ts';

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** For each place of a value in a body: a body with the text there and nothing else. */
function bodiesWith(shape: Shape): ((text: string) => unknown)[] {
  if (shape.properties !== undefined) {
    return Object.entries(shape.properties).flatMap(([name, property]) =>
      bodiesWith(property).map((inner) => (text: string) => ({ [name]: inner(text) })),
    );
  }
  if (shape.items !== undefined) return bodiesWith(shape.items).map((inner) => (text: string) => [inner(text)]);
  return [(text) => text];
}

const fields = v2Routes.flatMap((route) =>
  route.body === undefined
    ? []
    : bodiesWith(route.body as Shape).map((bodyWith) => ({ route, bodyWith, name: JSON.stringify(bodyWith('…')) })),
);

test('reads every field of every body in less than 5 ms, with a megabyte in it', (t) => {
  assert.ok(fields.length > 80);
  // Every text in every field would take minutes: the fields share the texts, so that every text meets every kind of
  // field.
  const texts = adversarialTexts();
  const measured = fields.flatMap(({ route, bodyWith, name }, index) =>
    texts
      .filter((_, at) => at % 4 === index % 4)
      .map((text) => {
        const body = bodyWith(text);
        const ms = bestMs(() => readBody(route.body!, body, new Problems()));
        return [`${route.operationId} ${name} of ${JSON.stringify(text.slice(0, 30))}`, ms] as const;
      }),
  );
  const [what, ms] = slowest(measured);
  t.diagnostic(`slowest of ${measured.length}: ${what}, ${ms.toFixed(2)} ms`);
  assert.ok(ms < limitMs, `${what} took ${ms} ms`);
});

const reading = (body: Readonly<Record<string, unknown>>) => () => readOutcomeForm(body);

/** The portals' own readers, to which a whole body may be passed. Only what they return is measured. */
const readers: Readonly<Record<string, (text: string) => () => unknown>> = {
  'an answer of the candidate': (text) => () => tidy(text),
  'the code of the candidate': (text) => () => codeOf(text),
  'the notes of an outcome': (text) => reading({ notes: text }),
  'the result of an outcome': (text) => reading({ verdict: text }),
  'an entry of an outcome': (text) => reading({ 'breakdown[0][name]': text }),
  'a field’s name in an outcome': (text) => reading({ [`breakdown[${text}`]: '1' }),
};

test('reads every field of a portal’s form in less than 5 ms, with a megabyte in it', (t) => {
  const texts = adversarialTexts();
  const measured = Object.entries(readers).flatMap(([name, read]) =>
    texts.map((text) => [`${name} of ${JSON.stringify(text.slice(0, 30))}`, bestMs(read(text))] as const),
  );
  const [what, ms] = slowest(measured);
  t.diagnostic(`slowest of ${measured.length}: ${what}, ${ms.toFixed(2)} ms`);
  assert.ok(ms < limitMs, `${what} took ${ms} ms`);
});
