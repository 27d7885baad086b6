// Reads the machine-readable zone of the documents that were uploaded, and compares it with what was typed; here, without any network.
import type { Actor, Ctx, Tenant } from '../../context.ts';
import { listAttachments, openAttachment } from '../../features/attachments/attachment-actions.ts';
import { extensionOf } from '../../features/attachments/attachment-rules.ts';
import { readCheck } from '../../features/checks/check-actions.ts';
import { type ApplicantFacts, noFacts } from '../../features/facts/facts.ts';
import { type ZoneVerdict, zoneVerdict } from '../../features/facts/machine-readable-zone-rules.ts';
import type { AskedFacts, Provider } from '../../features/provider-requests/provider.ts';
import { type Recognise, recogniseText } from './text-recognition.ts';
import { zonesIn } from './zone-lines.ts';
import { zoneOutcome } from './zone-outcome.ts';

export const machineReadableZone = {
  name: 'machine_readable_zone',
  label: 'Machine-readable zone',
  capabilities: {
    calls: 'nobody',
    results: ['clear', 'consider'],
    types: ['document'],
    facts: [
      ...(['last_name', 'dob', 'gender', 'nationality', 'second_nationality', 'third_nationality'] as const),
      'identity_documents.number',
    ],
    personDecides: true,
  },
  limits: { timeoutMs: 1000, answersWithinHours: 1, costPence: 0 },
} as const;

const actor: Actor = `provider:${machineReadableZone.name}`;
const pictures = ['.jpg', '.jpeg', '.png'];
/** Of one order; the newest are looked at. */
const mostPictures = 6;

async function picturesOf(ctx: Ctx, tenant: Tenant, checkId: string): Promise<(() => Promise<Buffer>)[]> {
  const reader = { ...tenant, subsidiaryIds: null, actor, clockOffsetSeconds: 0 };
  const { orderId } = await readCheck(ctx, tenant, checkId);
  const files = await listAttachments(ctx, reader, orderId);
  return files
    .filter(({ fileName }) => pictures.includes(extensionOf(fileName).toLowerCase()))
    .slice(-mostPictures)
    .reverse()
    .map(({ fileToken }) => async () => {
      const { content } = await openAttachment(ctx, reader, fileToken, { orderId });
      return Buffer.concat(await content.toArray());
    });
}

function numbersIn(facts: AskedFacts): string[] {
  const documents = (facts.identity_documents ?? []) as readonly { readonly number?: string | null }[];
  return documents.flatMap(({ number }) => number ?? []);
}

/** @param recognise the recognition of text, the source of this provider */
export function machineReadableZoneProvider(recognise: Recognise = recogniseText): Provider {
  return {
    ...machineReadableZone,
    async request({ ctx, tenant }, { checkId, facts }) {
      const holder = { ...noFacts, ...(facts as Partial<ApplicantFacts>) };
      let best: ZoneVerdict | undefined;
      for (const read of await picturesOf(ctx, tenant, checkId)) {
        const recognised = await recognise(await read());
        const text = typeof recognised === 'string' ? '' : recognised.text;
        best = [best, ...zonesIn(text).map((zone) => zoneVerdict(zone, holder))]
          .filter((verdict) => verdict !== undefined)
          .sort((a, b) => a.faults.length - b.faults.length)[0];
        if (best?.isValid) break;
      }
      if (best === undefined) return { kind: 'needs_person', reason: 'no_zone' };
      return { kind: 'result', outcome: zoneOutcome(best, numbersIn(facts)) };
    },
  };
}
