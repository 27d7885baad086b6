// The documents of the client portal and of the desk as help pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientEmail, deskEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const client = await signedInVisitor(portal, clientEmail);
const desk = await signedInVisitor(portal, deskEmail);

for (const [name, reader] of [
  ['client', client],
  ['desk', desk],
] as const) {
  test(`the help of the ${name} leads to its document, whose links lead to its chapters`, async () => {
    const path = '/help/manual';
    assert.match((await reader.get('/help')).body, /href="\/help\/manual"/);
    const { status, body } = await reader.get(path);
    assert.equal(status, 200);
    const ids = new Set([...body.matchAll(/<h[23] class="govuk-heading-[ms]" id="([^"]+)"/g)].map(([, id]) => id));
    assert.match(body, name === 'client' ? /<h1[^>]*>How to order checks/ : /<h1[^>]*>How to work at the desk/);
    assert.ok(ids.size >= 10, `${ids.size} chapters`);
    const content = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
    const linked = [...content.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(
      linked.filter((id) => !ids.has(id)),
      [],
    );
    assert.doesNotMatch(content, /<img|\.md"|\*\*|<p class="govuk-body"><\/p>/);
  });
}
