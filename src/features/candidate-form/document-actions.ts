// Says which documents a candidate is asked for by the saved answers, what was added to each slot, and what is missing.

import type { Ctx } from '../../context.ts';
import { formatLongDate, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { say, sayText } from '../../messages/say.ts';
import { speaking } from '../../messages/spoken-language.ts';
import { demand } from '../access/permissions.ts';
import type { ListedAttachment } from '../attachments/attachment.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import type { Check } from '../checks/check.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { wantedDocuments } from '../report-types/wanted-document-rules.ts';
import { isOpen } from '../reports/report-states.ts';
import { seenParts } from '../reports/unconfirmed-rules.ts';
import { countsFor, type DocumentSlot } from '../requirements/document-slot-rules.ts';
import { DOCUMENTS_PAGE } from './form-answer-store.ts';
import type { Typed } from './form-page.ts';
import { draftFacts, formScope } from './form-page-rules.ts';
import type { OpenForm } from './open-form.ts';

/** What says which documents are wanted, and finds those that are there. */
type Wanting = Pick<OpenForm, 'types' | 'scope' | 'order' | 'saved' | 'caller' | 'orderId'>;

/** What the ordered checks need of this candidate, by the answers that are saved; empty if they need no documents. */
export const wantedOf = ({ types, scope, order, saved }: Omit<Wanting, 'caller' | 'orderId'>): DocumentSlot[] =>
  wantedDocuments({
    ...{ types, asked: scope.asked, today: scope.today },
    facts: draftFacts(order.facts, scope, saved),
    placeOfWork: order.criminal_details?.place_of_work ?? null,
  });

/** The name under which the reasons are kept among the answers. */
export const documentsPageId = DOCUMENTS_PAGE;

export interface FilledSlot {
  readonly slot: DocumentSlot;
  readonly files: readonly ListedAttachment[];
  /** Of these files, those that count here and were added to another slot. */
  readonly isShared: boolean;
  /** Why the candidate has none of it; undefined if they have not said so. */
  readonly lacks: string | undefined;
  /** When they applied for it; undefined if they have not said so. */
  readonly appliedOn: IsoDate | undefined;
  /** What is still wanted, to follow the title; empty if all of it, undefined if nothing. */
  readonly short: string | undefined;
}

export interface FilledSlots {
  readonly slots: readonly FilledSlot[];
  /** Files that the candidate added for none of them. */
  readonly others: readonly ListedAttachment[];
}

async function ownFiles(ctx: Ctx, { caller, orderId }: Pick<Wanting, 'caller' | 'orderId'>) {
  demand(caller, 'read_checks', 'read_reports');
  return (await listAttachments(ctx, caller, orderId)).filter(({ uploadedBy }) => uploadedBy === 'candidate');
}

function fill(slots: readonly DocumentSlot[], files: readonly ListedAttachment[], lacking: Typed): FilledSlots {
  const filled = slots.map((slot): FilledSlot => {
    const own = files.filter(({ given }) => given !== undefined && countsFor(slot, given));
    return {
      slot,
      files: own,
      isShared: own.some(({ given }) => given?.slot !== slot.id),
      lacks: lacking[slot.id],
      appliedOn: parseDate(lacking[appliedName(slot.id)] ?? ''),
      short: slot.shortOf(own.map(({ given }) => given!.kind)),
    };
  });
  const ids = slots.map(({ id }) => id);
  return { slots: filled, others: files.filter(({ given }) => given === undefined || !ids.includes(given.slot)) };
}

/** Where it is kept when the candidate applied for what the slot wants. */
export const appliedName = (slot: string): string => `${slot}:applied`;

/** By the slot, why the candidate does not have what it wants. */
export const lackingOf = ({ saved }: Pick<OpenForm, 'saved'>): Typed =>
  (saved.get(documentsPageId)?.answer as Typed) ?? {};

/** Every slot with what the candidate has added to it. */
export const filledSlots = async (ctx: Ctx, form: Wanting): Promise<FilledSlots> =>
  fill(wantedOf(form), await ownFiles(ctx, form), lackingOf(form));

/** The slot of the form with this name. Refuses with `not_found`. */
export async function slotNamed(ctx: Ctx, form: OpenForm, id: string | undefined) {
  const found = (await filledSlots(ctx, form)).slots.find(({ slot }) => slot.id === id);
  if (found === undefined) throw new Refusal('not_found');
  return found;
}

/** What a candidate can still add, in words: of what they have not said that they do not have it. */
export const missingIn = (slots: readonly FilledSlot[]): string[] =>
  slots.flatMap(({ slot: { title, text }, short, lacks, appliedOn }) => {
    if (short === undefined || lacks !== undefined) return [];
    const applied = appliedOn && say('applied for on {day}', { day: formatLongDate(appliedOn) });
    return [`${title}: ${short || applied || sayText(text)}`];
  });

/** Nobody but the candidate is told of another name, an illness or prison: others may read a mail. */
const toldOf = (slots: readonly FilledSlot[], instead: () => string): string[] => {
  const { told = [], untold = [] } = Object.groupBy(slots, ({ slot }) => (slot.isUntold ? 'untold' : 'told'));
  const plain = missingIn(told);
  return missingIn(untold).length > 0 ? [...plain, instead()] : plain;
};

/** As `missingIn`, once the form is sent: only what open reports want, and no proof of identity once the identity is confirmed. */
export const missingOfCheck = async (ctx: Ctx, form: OpenForm, check: WantingCheck): Promise<string[]> =>
  missingIn(await wantedOfCheck(ctx, form, check));

type WantingCheck = Pick<Check, 'reports' | 'identityConfirmedAt'>;

async function wantedOfCheck(ctx: Ctx, form: Wanting, { reports, identityConfirmedAt }: WantingCheck) {
  const { slots } = await filledSlots(ctx, form);
  const ids = reports.filter(({ status }) => isOpen(status)).map(({ reportTypeId }) => reportTypeId);
  const types = form.types.filter(({ id }) => ids.includes(id));
  const scope = { ...form.scope, asked: formScope(types, null, form.scope.today).asked };
  const still = wantedOf({ ...form, types, scope }).map(({ id }) => id);
  const isWanted = ({ slot }: FilledSlot) =>
    still.includes(slot.id) && (slot.regime === undefined || identityConfirmedAt === null);
  return slots.filter(isWanted);
}

/** As `missingOfCheck`, for a mail, which keeps them in the language of its reader. */
export const missingInMail = (ctx: Ctx, form: OpenForm, check: Check): Promise<string[]> =>
  speaking(form.language ?? 'en', async () =>
    toldOf(await wantedOfCheck(ctx, form, check), () => say('A document about you, which your own page names')),
  );

/** As `missingInMail`, for who ordered the check. */
export const missingToTell = async (ctx: Ctx, form: Wanting, check: WantingCheck): Promise<string[]> =>
  toldOf(await wantedOfCheck(ctx, form, check), () => 'A document that only the candidate’s own page names');

/** Whether somebody looks at a document of the candidate: the right to work, and identity by documents. */
const isDocumentShown = ({ name }: Pick<ReportType, 'name'>): boolean => Object.hasOwn(seenParts, name);

/** Whether the form cannot be sent before the candidate has added a document. On the telephone nobody adds any: they follow by post. */
export const demandsDocuments = (form: OpenForm): boolean =>
  form.typist === undefined &&
  form.wantsDocumentsFirst &&
  !form.isSubmitted &&
  form.types.some(isDocumentShown) &&
  wantedOf(form).length > 0;

/** Whether one is demanded, and the candidate has added none. */
export async function lacksDocuments(ctx: Ctx, form: OpenForm): Promise<boolean> {
  return demandsDocuments(form) && (await ownFiles(ctx, form)).length === 0;
}
