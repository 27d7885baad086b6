// Brings in cases of an earlier system: judges every row and every PDF, stores all of them or none.
import { type Caller, type Ctx, inTransaction, type OrderScope, ownerOf, timeFor, todayFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { refuseFullDisk } from '../../platform/files/disk-room.ts';
import { demand } from '../access/permissions.ts';
import { scopeOf } from '../access/scope-rules.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { listSubsidiaries } from '../accounts/subsidiary-actions.ts';
import {
  addApplicant,
  applicantProblems,
  type ComingApplicant,
  prepareApplicant,
} from '../applicants/applicant-actions.ts';
import { earlierNumberKeys } from '../applicants/earlier-number-actions.ts';
import { referenceTerms } from '../applicants/search-key-rules.ts';
import { checkedContent } from '../attachments/attachment-content.ts';
import { pageExtensions, restrictionsOf } from '../attachments/attachment-rules.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { detailsPlace, type EarlierDetails } from './earlier-case-actions.ts';
import type { Bundle, Content } from './earlier-case-bundle.ts';
import {
  type EarlierCase,
  factsOf,
  fileKey,
  type Problem,
  type ReadRow,
  readRow,
  withRepeated,
} from './earlier-case-rules.ts';
import { findKnownNumbers, insertEarlier } from './earlier-case-store.ts';

/** Of one upload. */
export const MOST_EARLIER = 500;
/** The whole upload is in memory while it is judged. */
export const LARGEST_UPLOAD_BYTES = 100 * 1024 * 1024;

type BringingCaller = Caller & OrderScope;

export interface ComingCase {
  readonly earlier: EarlierCase;
  readonly content: Content;
}

export interface WrongCase {
  readonly rowNumber: number;
  readonly problems: readonly Problem[];
}

export interface JudgedBundle {
  readonly cases: readonly ComingCase[];
  readonly wrong: readonly WrongCase[];
  /** The rows whose number is brought in already. */
  readonly known: readonly number[];
  /** Files that no row names. */
  readonly unused: number;
}

async function pdfProblem(ctx: Ctx, content: Content): Promise<string | undefined> {
  const checked = () => checkedContent(content(), '.pdf', restrictionsOf(ctx.settings, pageExtensions));
  try {
    if (ctx.virusScanner === undefined) for await (const _ of checked());
    else if ((await ctx.virusScanner.threatIn(checked())) !== undefined)
      return 'A virus scanner found something harmful in the PDF';
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.fields.file !== undefined) return `The PDF ${error.fields.file.join(', ')}`;
    if (error instanceof Refusal) return 'The PDF could not be read';
    ctx.log.error('an earlier case could not be scanned', { error });
    throw new Refusal('service_unavailable', {}, 30);
  }
}

const personInputs = { first_name: 'first_name', last_name: 'last_name', dob: 'dob', email: 'email' } as const;

/** By the rules of every applicant; nobody has to have an address. */
function personProblems({ earlier, problems }: ReadRow, today: string): Problem[] {
  const given = new Set(problems.map(({ input }) => input));
  return Object.entries(applicantProblems(factsOf(earlier), today).fields).flatMap(([field, texts]) => {
    const input = personInputs[field as keyof typeof personInputs];
    if (input !== undefined && given.has(input)) return [];
    if (input === 'email' && earlier.email === '') return [];
    return texts.map((text) => ({ input, text: input === undefined ? `${field} ${text}` : `It ${text}` }));
  });
}

/** The data of a closed account only go, and its certificate says so; the house standard has no people. */
async function refuseNoClient(ctx: Ctx, accountId: string): Promise<void> {
  const { is_standard: isStandard, closing } = await readAccount(ctx, accountId);
  if (isStandard || closing?.closedAt) throw new Refusal('state_does_not_allow');
}

/**
 * Stores nothing. Refuses with `service_unavailable` if the virus scanner gives no verdict, and with `state_does_not_allow` for
 * an account that is closed.
 */
export async function judgeBundle(ctx: Ctx, caller: BringingCaller, { rows, files }: Bundle): Promise<JudgedBundle> {
  demand(caller, 'manage_accounts');
  await refuseNoClient(ctx, caller.accountId);
  const today = todayFor(ctx, caller);
  const { eraseAfterDays } = await readAccountSettings(ctx, caller.accountId);
  const subsidiaries = await listSubsidiaries(ctx, 'system', caller.accountId);
  const read = withRepeated(rows.map((row) => readRow(row, { today, eraseAfterDays, subsidiaries })));
  const keys = await earlierNumberKeys(
    ctx,
    caller,
    read.map(({ earlier }) => earlier.number),
  );
  const stored = new Set(await findKnownNumbers(ctx.db, caller, keys));
  const cases: ComingCase[] = [];
  const wrong: WrongCase[] = [];
  const known: number[] = [];
  for (const [at, row] of read.entries()) {
    const { rowNumber, earlier } = row;
    if (stored.has(keys[at]!)) {
      known.push(rowNumber);
      continue;
    }
    const problems = [...row.problems, ...personProblems(row, today)];
    const content = files.get(fileKey(row.file));
    const isNamed = !problems.some(({ input }) => input === 'file');
    const text = content === undefined ? 'There is no file of this name' : isNamed && (await pdfProblem(ctx, content));
    if (isNamed && text) problems.push({ input: 'file', text });
    if (problems.length > 0) wrong.push({ rowNumber, problems });
    else cases.push({ earlier, content: content! });
  }
  const named = new Set(read.map(({ file }) => fileKey(file)));
  return { cases, wrong, known, unused: [...files.keys()].filter((name) => !named.has(name)).length };
}

interface StoredCase extends ComingCase {
  readonly coming: ComingApplicant;
  readonly fileId: string;
  readonly size: number;
  readonly sha256: string;
}

/** All, or none; the caller has judged each. Refuses with `already_taken` if one was brought in meanwhile. */
export async function bringInEarlier(ctx: Ctx, caller: BringingCaller, cases: readonly ComingCase[]): Promise<void> {
  demand(caller, 'manage_accounts');
  if (cases.length === 0) return;
  await refuseNoClient(ctx, caller.accountId);
  await refuseFullDisk(ctx.settings.dataDir, ctx.settings.diskReserveBytes, ctx.log);
  const written: string[] = [];
  const restrictions = restrictionsOf(ctx.settings, pageExtensions);
  let isStoring = false;
  try {
    const stored: StoredCase[] = [];
    for (const one of cases) {
      const { number, reference } = one.earlier;
      const coming = { ...(await prepareApplicant(ctx, caller)), terms: referenceTerms([number, reference]) };
      const fileId = ctx.newId();
      written.push(fileId);
      // Encrypted with the key of a person who is not stored yet: without them, the sweep removes it.
      const file = await ctx.files.write(fileId, checkedContent(one.content(), '.pdf', restrictions), coming.key);
      stored.push({ ...one, coming, fileId, size: file.size, sha256: file.sha256 });
    }
    isStoring = true;
    await storeAll(ctx, caller, stored);
  } catch (error) {
    // The rows may stand although the answer to the commit was lost: the sweep then decides by the rows.
    if (isStoring && !(error instanceof Refusal)) throw error;
    for (const fileId of written)
      await ctx.files
        .remove(fileId)
        .catch((failure: unknown) => ctx.log.warn('file not removed yet', { error: failure }));
    throw error;
  }
}

async function storeAll(ctx: Ctx, caller: BringingCaller, stored: readonly StoredCase[]): Promise<void> {
  const keys = await earlierNumberKeys(
    ctx,
    caller,
    stored.map(({ earlier }) => earlier.number),
  );
  await inTransaction(ctx, async (tx) => {
    for (const [at, { earlier, coming, fileId, size, sha256 }] of stored.entries()) {
      const { number, job, reference, orderedOn, light, types, subsidiaryId, completedOn } = earlier;
      await addApplicant(tx, { ...caller, ...scopeOf(subsidiaryId) }, factsOf(earlier), coming);
      const details: EarlierDetails = { number, job, reference, orderedOn, light, types, sha256 };
      const isNew = await insertEarlier(tx.db, caller, {
        ...{ applicantId: coming.id, numberKey: keys[at]!, completedOn, fileId, size },
        verdict: ctx.virusScanner === undefined ? 'not_scanned' : 'clean',
        sealedDetails: coming.key.seal(detailsPlace(coming.id), details),
        ...{ broughtInBy: ownerOf(caller), broughtInAt: timeFor(tx, caller) },
      });
      if (!isNew) throw new Refusal('already_taken');
    }
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.earlier_cases_brought_in',
      resourceId: caller.accountId,
      detail: { cases: stored.length },
    });
  });
}
