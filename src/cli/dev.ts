// `npm run dev`: runs the program with its demo, restarts it at every change, and prints its mails and the
// webhooks of test data.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { readSettings, type Settings } from '../config.ts';
import type { Caller, Ctx } from '../context.ts';
import { listAccounts } from '../features/accounts/account-actions.ts';
import { listEmails } from '../features/emails/email-actions.ts';
import { deleteWebhook, listWebhooks, registerWebhook } from '../features/webhooks/webhook-actions.ts';
import { now } from '../main.ts';
import { ensureLocalCertificate } from '../platform/http/local-certificate.ts';
import { parseAllowList } from '../platform/outgoing-http/allow-list.ts';
import { explainError } from './explain-error.ts';
import { printReady, serveUntilStopped } from './serve.ts';

const lookForMailsEveryMs = 1000;

/** Starts a receiver on this machine that prints notifications; its certificate has the program's own authority. */
async function printWebhooks(tlsFolder: string): Promise<string> {
  const server = createServer({
    key: readFileSync(join(tlsFolder, 'key.pem')),
    cert: readFileSync(join(tlsFolder, 'certificate.pem')),
  });
  server.on('request', (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\n`);
      process.stdout.write(`\nnotification\n${headers.join('')}\n${body}\n`);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `https://localhost:${(server.address() as { port: number }).port}/dev`;
}

/** The caller of the demo account; undefined without a demo. */
async function demoCaller(ctx: Ctx): Promise<Caller | undefined> {
  const account = (await listAccounts(ctx, 'system')).find((one) => one.is_demo);
  return account && { accountId: account.id, environment: 'test', actor: 'system', clockOffsetSeconds: 0 };
}

/**
 * Deletes the development receivers: at the end, because nobody listens any more, and at the start, in case the last
 * run was killed.
 */
async function deleteReceivers(ctx: Ctx, caller: Caller): Promise<void> {
  for (const { id, url } of await listWebhooks(ctx, caller)) {
    if (/^https:\/\/localhost:\d+\/dev$/.test(url)) await deleteWebhook(ctx, caller, id);
  }
}

/** Prints new mails of the demo, of test and of live data, which are about nobody real; earlier mails are not printed. */
async function printMails(ctx: Ctx): Promise<void> {
  const newest = async () => {
    const accounts = (await listAccounts(ctx, 'system')).filter((one) => one.is_demo);
    const tenants = accounts.flatMap(({ id: accountId }) =>
      (['test', 'live'] as const).map((environment) => ({ accountId, environment })),
    );
    return (await Promise.all(tenants.map((tenant) => listEmails(ctx, tenant, 20)))).flat();
  };
  const seen = new Set((await newest()).map(({ id }) => id));
  const look = async () => {
    for (const email of (await newest().catch(() => [])).filter(({ id }) => !seen.has(id)).toReversed()) {
      process.stdout.write(`\nmail to ${email.to.address}: ${email.subject}\n\n${email.text}\n`);
      if (email.textMessage) process.stdout.write(`text to ${email.textMessage.to}: ${email.textMessage.text}\n`);
      seen.add(email.id);
    }
  };
  setInterval(() => void look(), lookForMailsEveryMs).unref();
}

async function showWhatIsSent(ctx: Ctx, caller: Caller, tlsFolder: string): Promise<void> {
  await deleteReceivers(ctx, caller);
  await registerWebhook(ctx, caller, { url: await printWebhooks(tlsFolder), environments: ['sandbox'] });
  await printMails(ctx);
}

async function run(settings: Settings): Promise<void> {
  const tlsFolder = join(settings.dataDir, 'tls');
  const { authorityFile } = await ensureLocalCertificate(tlsFolder, now());
  const webhookAllow = parseAllowList('127.0.0.0/8:*').entries ?? [];
  await serveUntilStopped(
    { ...settings, webhookCa: authorityFile, webhookAllow },
    {
      demo: true,
      history: true,
      work: true,
      async ready({ ctx }, demo) {
        const caller = await demoCaller(ctx);
        if (caller !== undefined) await showWhatIsSent(ctx, caller, tlsFolder);
        printReady(settings, demo);
      },
      async stopped({ ctx }) {
        const caller = await demoCaller(ctx);
        if (caller !== undefined) await deleteReceivers(ctx, caller);
      },
    },
  );
}

// Only mails and notifications are printed, not a line for every request.
const { settings, problems } = readSettings(undefined, { PROBITY_LOG_LEVEL: 'warn' });
if (settings === undefined) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(2);
}
try {
  await run(settings);
} catch (error) {
  process.stderr.write(explainError(error, settings));
  // A failed start may leave sockets or timers open.
  process.exit(1);
}
