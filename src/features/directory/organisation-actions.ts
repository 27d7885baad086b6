// The desk's directory: organisations that give references, and how they are reached. It belongs to no client.
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import { readEntry, type SeenEntry, storeEntry } from '../registers/register-actions.ts';
import { type EntryPage, findEntries } from '../registers/register-queries.ts';
import { type Contact, isToConfirm, joinedKey, longest, organisationKey } from './organisation-rules.ts';
import { findOrganisationsNamed, type OrganisationRow, organisationRegister } from './organisation-store.ts';

export interface DeskUser extends Permitted {
  readonly userId: string;
}

export interface Organisation extends Contact {
  readonly id: string;
  readonly version: number;
  readonly isListed: boolean;
  readonly confirmedOn: IsoDate;
  readonly confirmedAt: Date;
  /** null if it was nobody of the desk. */
  readonly confirmedBy: string | null;
  readonly isToConfirm: boolean;
}

function organisationOf(row: OrganisationRow, now: Date): Organisation {
  const { id, version, name, department, email, telephone, remarks } = row;
  const confirmedOn = ukDateOf(row.created_at);
  return {
    ...{ id, version, name, department, email, telephone, remarks, foundBy: row.found_by, isListed: row.is_listed },
    ...{ confirmedOn, confirmedAt: row.created_at, confirmedBy: row.author_name },
    isToConfirm: isToConfirm(confirmedOn, ukDateOf(now)),
  };
}

const permission = 'ask_references';
const demandUse = (by: DeskUser) => demand(authorityOf(by), permission);

/** Those that are listed, by name. @param find part of a name; empty for all */
export async function listOrganisations(
  ctx: Ctx,
  by: DeskUser,
  { find, ...page }: Omit<EntryPage, 'key'> & { readonly find: string },
): Promise<Organisation[]> {
  demandUse(by);
  const key = find.trim() === '' ? undefined : joinedKey(find);
  const rows = await findEntries<OrganisationRow>(ctx.db, organisationRegister, { ...page, key });
  return rows.map((row) => organisationOf(row, ctx.now()));
}

/** Its versions, the newest first. Refuses with `not_found`. */
export async function readOrganisation(
  ctx: Ctx,
  by: DeskUser,
  id: string,
): Promise<readonly [Organisation, ...Organisation[]]> {
  const [newest, ...earlier] = await readEntry<OrganisationRow>(
    ctx,
    authorityOf(by),
    organisationRegister,
    permission,
    id,
  );
  return [organisationOf(newest, ctx.now()), ...earlier.map((row) => organisationOf(row, ctx.now()))];
}

const MOST_NAMED = 5;

/** Those that may be meant by one of the names. */
export async function organisationsNamed(ctx: Ctx, by: DeskUser, names: readonly string[]): Promise<Organisation[]> {
  demandUse(by);
  const given = [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '');
  if (given.length === 0) return [];
  const rows = await findOrganisationsNamed(ctx.db, given, MOST_NAMED);
  return rows.map((row) => organisationOf(row, ctx.now()));
}

const store = (
  ctx: Ctx,
  by: DeskUser,
  { name, department, email, telephone, foundBy, remarks }: Contact,
  also: { readonly of: SeenEntry | undefined; readonly isListed: boolean },
): Promise<string> =>
  storeEntry(ctx, authorityOf(by), organisationRegister, permission, {
    ...{ name, nameKey: organisationKey(name), ...also },
    values: { department, email, telephone, found_by: foundBy, remarks },
  });

/** What is wrong with the contact, in the words of the page on which it is typed. */
export function contactProblems(contact: Contact): Problems {
  const problems = new Problems();
  if (contact.name === '') problems.add('name', 'Enter the name of the organisation');
  if (contact.email === '' && contact.telephone === '')
    problems.add('email', 'Enter an email address or a telephone number');
  if (contact.email !== '' && emailFaults(contact.email).length > 0)
    problems.add('email', 'Enter an email address in the correct form, such as name@example.com');
  if (contact.telephone !== '' && !/\d{3}/.test(contact.telephone.replaceAll(/\D/g, '')))
    problems.add('telephone', 'Enter a telephone number, such as 01632 960 001');
  if (contact.foundBy === '') problems.add('foundBy', 'Say where you found the contact, or how you confirmed it');
  for (const [field, most] of Object.entries(longest)) {
    if (contact[field as keyof Contact].length > most) problems.add(field, `Must be ${most} characters or fewer`);
  }
  return problems;
}

const isSame = (one: Contact, other: Contact) =>
  joinedKey(one.name) === joinedKey(other.name) &&
  one.email.toLowerCase() === other.email.toLowerCase() &&
  one.telephone === other.telephone;

/** The other entries whose names differ from this one in spaces, punctuation or the form of the company only. */
export async function organisationsAlike(
  ctx: Ctx,
  by: DeskUser,
  { name }: Contact,
  of?: Pick<SeenEntry, 'id'>,
): Promise<Organisation[]> {
  const named = await organisationsNamed(ctx, by, [name]);
  return named.filter((one) => one.id !== of?.id && joinedKey(one.name) === joinedKey(name));
}

/** Whether the name is another than that of the entry, which is undefined for a new one. */
async function isNewName(ctx: Ctx, by: DeskUser, { name }: Contact, of: SeenEntry | undefined) {
  return of === undefined || joinedKey((await readOrganisation(ctx, by, of.id))[0].name) !== joinedKey(name);
}

/**
 * Adds an entry, or changes one, which confirms it too. Returns its id. Refuses with `invalid_fields` by the names of `Contact`: also
 * what is in the directory already, and what somebody else changed meanwhile; by `another` a name like that of another
 * entry, unless it is confirmed.
 */
export async function keepOrganisation(
  ctx: Ctx,
  by: DeskUser,
  contact: Contact,
  { of, isAnother = false }: { readonly of?: SeenEntry | undefined; readonly isAnother?: boolean } = {},
): Promise<string> {
  demandUse(by);
  contactProblems(contact).refuse('invalid_fields');
  if (await isNewName(ctx, by, contact, of)) {
    const alike = await organisationsAlike(ctx, by, contact, of);
    if (alike.some((one) => isSame(one, contact)))
      throw new Refusal('invalid_fields', { name: ['The directory has this organisation with this contact already'] });
    if (alike.length > 0 && !isAnother)
      throw new Refusal('invalid_fields', {
        another: [
          `The directory has ${alike[0]!.name} already: change that entry, or confirm that this is another one`,
        ],
      });
  }
  return store(ctx, by, contact, { of, isListed: true });
}

/** Takes an entry out of the directory; its versions stay. Refuses with `not_found`. */
export async function removeOrganisation(ctx: Ctx, by: DeskUser, id: string): Promise<void> {
  demandUse(by);
  const [newest] = await readOrganisation(ctx, by, id);
  if (newest.isListed) await store(ctx, by, newest, { of: newest, isListed: false });
}
