// The documents of the client portal and of the desk as help pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientEmail, deskEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const client = await signedInVisitor(portal, clientEmail);
const desk = await signedInVisitor(portal, deskEmail);

for (const [name, reader, other] of [
  ['client', client, desk],
  ['desk', desk, client],
] as const) {
  test(`the help of the ${name} leads to its document, whose links lead to its chapters`, async () => {
    const path = `/help/${name}`;
    assert.match((await reader.get('/help')).body, new RegExp(`href="${path}"`));
    assert.doesNotMatch((await other.get('/help')).body, new RegExp(`href="${path}"`));
    assert.equal((await other.get(path)).status, 404);
    const { status, body } = await reader.get(path);
    assert.equal(status, 200);
    const ids = new Set([...body.matchAll(/<h[23] class="govuk-heading-[ms]" id="([^"]+)"/g)].map(([, id]) => id));
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
