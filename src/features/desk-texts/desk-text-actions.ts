// The desk's own texts: who words them, and what of them is for a report or a query. They belong to no client.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { QueryKind } from '../../messages/en-queries.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import {
  linesOf,
  subjectsOfType,
  type TextKind,
  type TextPlace,
  type TextSubject,
  textAsKept,
  textKinds,
  textProblems,
  textSubject,
} from './desk-text-rules.ts';
import { findTexts, findTextVersions, insertTextVersion, type TextVersion } from './desk-text-store.ts';

interface DeskUser extends Permitted {
  readonly userId: string;
}

const demandEdit = (by: DeskUser) => demand(authorityOf(by), 'edit_texts');

/** The text that the desk has worded itself; undefined without one. */
export type OwnTexts = (place: TextPlace) => TextVersion | undefined;

function ownTexts(found: readonly TextVersion[]): OwnTexts {
  const own = new Map(found.filter(({ text }) => text !== '').map((one) => [`${one.kind} ${one.subject}`, one]));
  return ({ kind, subject }) => own.get(`${kind} ${subject}`);
}

export async function listTexts(ctx: Ctx, by: DeskUser): Promise<OwnTexts> {
  demandEdit(by);
  return ownTexts(await findTexts(ctx.db, textKinds));
}

export interface ReadText {
  readonly subject: TextSubject;
  /** The newest first; empty if the desk never worded it. */
  readonly versions: readonly TextVersion[];
}

/** Refuses with `not_found` what has no text. */
export async function readText(ctx: Ctx, by: DeskUser, kind: string, name: string): Promise<ReadText> {
  demandEdit(by);
  const subject = textSubject(kind, name);
  if (subject === undefined) throw new Refusal('not_found');
  return { subject, versions: await findTextVersions(ctx.db, subject) };
}

/**
 * @param text empty to have no text of the desk's own any more @param seenVersion the version that the page showed; 0 for none
 * Refuses with `invalid_fields` on `text`, also if somebody else changed it meanwhile.
 */
export async function keepText(
  ctx: Ctx,
  by: DeskUser,
  {
    subject,
    text,
    seenVersion,
  }: { readonly subject: TextSubject; readonly text: string; readonly seenVersion: number },
): Promise<void> {
  demandEdit(by);
  textProblems(subject, text).refuse('invalid_fields');
  const { kind, subject: name } = subject;
  const isKept = await insertTextVersion(ctx.db, {
    ...{ kind, subject: name, version: seenVersion + 1, text: textAsKept(subject, text) },
    ...{ author: `user:${by.userId}`, createdAt: ctx.now() },
  });
  if (!isKept)
    throw new Refusal('invalid_fields', {
      text: ['Somebody changed this text meanwhile: look at it, then save again'],
    });
}

/** The desk's own lines for reports of a type, those for all types first. */
export async function ownLines(
  ctx: Pick<Ctx, 'db'>,
  kind: Extract<TextKind, 'sentences' | 'steps'>,
  reportTypeId: number,
): Promise<string[]> {
  const subjects = subjectsOfType(reportTypeId);
  const own = ownTexts(await findTexts(ctx.db, [kind], subjects));
  return [...new Set(subjects.flatMap((subject) => linesOf(own({ kind, subject })?.text ?? '')))];
}

/** For the notes of an outcome: the desk's own sentences, then those of the catalogue. */
export async function readSentences(
  ctx: Ctx,
  by: DeskUser,
  { id, clauses }: { readonly id: number; readonly clauses: readonly string[] },
): Promise<string[]> {
  demand(authorityOf(by), 'record_outcomes');
  return [...new Set([...(await ownLines(ctx, 'sentences', id)), ...clauses])];
}

/** How a kind of query is asked: in the desk's own words, or the usual ones; undefined of whom it is not asked. */
export type Questions = (addressee: 'candidate' | 'client', kind: QueryKind) => string | undefined;

export async function readQuestions(ctx: Ctx, by: DeskUser): Promise<Questions> {
  demand(authorityOf(by), 'ask_queries');
  const own = ownTexts(await findTexts(ctx.db, ['candidate_questions', 'client_questions']));
  return (addressee, subject) => {
    const place = { kind: `${addressee}_questions`, subject } as const;
    return own(place)?.text ?? textSubject(place.kind, subject)?.usual;
  };
}

/** What the law wants people to read: as the desk keeps it, or the usual words. */
export async function readNotice(ctx: Pick<Ctx, 'db'>, subject: 'fcra_rights'): Promise<string> {
  const place = { kind: 'notices', subject } as const;
  const own = ownTexts(await findTexts(ctx.db, [place.kind], [subject]));
  return own(place)?.text ?? textSubject(place.kind, subject)!.usual!;
}
