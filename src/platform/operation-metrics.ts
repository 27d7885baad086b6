// The gauges of what an operator renews, repeats or waits for: certificates, lists, providers, mails, the scanner, the audit trail.
import { Gauge, type Registry } from 'prom-client';

/** As it is at a scrape. */
export interface Operations {
  /** The earliest end of each kind. */
  readonly ends: readonly { readonly what: string; readonly at: Date }[];
  /** The sanctions lists that are in force. */
  readonly lists: readonly { readonly list: string; readonly importedAt: Date }[];
  readonly pausedProviders: number;
  /** Of the last 24 hours. */
  readonly failedMails: number;
}

export interface AskedOperations {
  /** Undefined while the database does not answer. */
  readonly readOperations: () => Promise<Operations | undefined>;
  /** Undefined where no scanner is set. */
  readonly isScannerThere?: (() => Promise<boolean>) | undefined;
  readonly lastVerificationAt: () => Date | undefined;
}

export function addOperationGauges(registry: Registry, asked: AskedOperations): void {
  const registers = [registry];
  let reading: Promise<Operations | undefined> | undefined;
  // One look for all, which a scrape collects at once.
  const read = () => {
    reading ??= asked.readOperations().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  new Gauge({
    name: 'probity_ends_timestamp_seconds',
    help: 'When something ends that the operator or a client renews: `certificate` of the pages, `provider_ca` (`PROBITY_PROVIDER_CA`), `webhook_ca` (`PROBITY_WEBHOOK_CA`), `outgoing_certificate` (the first of the addresses of data providers, lists, the text gateway and receivers of security events), `dvla_password` (`PROBITY_DVLA_PASSWORD_ENDS`), `single_sign_on` (the secret of a client).',
    labelNames: ['what'],
    registers,
    async collect() {
      const found = await read();
      this.reset();
      for (const { what, at } of found?.ends ?? []) this.set({ what }, at.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'probity_sanctions_list_timestamp_seconds',
    help: 'When the version of each sanctions list that is in force was imported.',
    labelNames: ['list'],
    registers,
    async collect() {
      const found = await read();
      this.reset();
      for (const { list, importedAt } of found?.lists ?? []) this.set({ list }, importedAt.getTime() / 1000);
    },
  });
  const counts = {
    probity_providers_paused: ['Data providers that failed, and are asked again by themselves.', 'pausedProviders'],
    probity_mails_failed: ['Mails of the last 24 hours that reached nobody.', 'failedMails'],
  } as const;
  for (const [name, [help, key]] of Object.entries(counts)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await read();
        if (found !== undefined) this.set(found[key]);
      },
    });
  }
  const { isScannerThere } = asked;
  if (isScannerThere !== undefined) {
    new Gauge({
      name: 'probity_scanner_up',
      help: 'Whether the virus scanner answers. Without it no file is accepted.',
      registers,
      async collect() {
        this.set((await isScannerThere()) ? 1 : 0);
      },
    });
  }
  new Gauge({
    name: 'probity_audit_verified_timestamp_seconds',
    help: 'When `probity audit verify` last found the audit trail valid, on this data folder; 0 if it never did.',
    registers,
    collect() {
      this.set((asked.lastVerificationAt()?.getTime() ?? 0) / 1000);
    },
  });
}
