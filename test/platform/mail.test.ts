// Mails as an SMTP server receives them: one recipient, whatever the address contains.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMail } from '../../src/platform/mail.ts';
import { startMailServer } from '../support/mail-server.ts';

const server = await startMailServer();
const mail = createMail({ url: server.url, from: 'Probity <no-reply@probity.test>' });
after(async () => {
  mail.close();
  await server.close();
});

let sent = 0;
const sendTo = (address: string, name = 'Jane Sample') => {
  sent += 1;
  const messageId = `<${sent}@probity.test>`;
  return mail.send({ to: { name, address }, subject: 'Subject', text: 'Text', html: '<p>Text</p>', messageId });
};

test('a mail goes to its one recipient', async () => {
  await sendTo('jane@candidate.test');
  assert.deepEqual(server.mails.at(-1)?.to, ['jane@candidate.test']);
});

test('a file goes with a mail under its name', async () => {
  const content = Buffer.from('%PDF-1.7');
  await mail.send({
    ...{ to: { name: 'Jane', address: 'jane@candidate.test' }, subject: 'Invoice', text: 'Text', html: '<p>Text</p>' },
    ...{ messageId: '<file@probity.test>' },
    attachments: [{ filename: 'INV-000001.pdf', contentType: 'application/pdf', content }],
  });
  assert.deepEqual(server.mails.at(-1)!.files, ['INV-000001.pdf']);
});

for (const address of [
  'jane@candidate.test, other@elsewhere.test',
  'jane@candidate.test;other@elsewhere.test',
  '<jane@candidate.test> other@elsewhere.test',
  'Jane <other@elsewhere.test>',
  'all:jane@candidate.test,other@elsewhere.test;',
  '"jane@candidate.test"@elsewhere.test',
  'jane@candidate.test\r\nRCPT TO:<other@elsewhere.test>',
  'jane@candidate.test\r\nBcc: other@elsewhere.test',
]) {
  test(`an address is never parsed as another one, or as two: ${JSON.stringify(address)}`, async () => {
    const before = server.mails.length;
    await sendTo(address).catch(() => undefined);
    const recipients = server.mails.slice(before).flatMap(({ to }) => to);
    assert.ok(recipients.length <= 1, String(recipients));
    assert.ok(!recipients.includes('other@elsewhere.test'));
    assert.ok(!recipients.includes('jane@candidate.test'));
  });
}

test('nothing is sent in clear to another host, unless the operator allows it', async () => {
  // Linux takes it for this machine, the program does not.
  const url = server.url.replace('127.0.0.1', '0.0.0.0');
  const message = {
    to: { name: 'Jane', address: 'jane@candidate.test' },
    subject: '',
    text: '',
    html: '',
    messageId: '<x@y>',
  };
  const strict = createMail({ url, from: 'no-reply@probity.test' });
  const before = server.mails.length;
  await assert.rejects(strict.send(message), { code: 'ETLS' });
  strict.close();
  assert.equal(server.mails.length, before);
  const lax = createMail({ url, from: 'no-reply@probity.test', mayBeClear: true });
  await lax.send(message);
  lax.close();
});

test('a name never adds a recipient or a header line', async () => {
  await sendTo('jane@candidate.test', 'Jane" <other@elsewhere.test>,\r\nBcc: third@elsewhere.test');
  assert.deepEqual(server.mails.at(-1)?.to, ['jane@candidate.test']);
});
