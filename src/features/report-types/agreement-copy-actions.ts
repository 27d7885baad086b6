// Copies the agreement of one account to another: report types with their terms, packages, groups and job roles.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { givenTerms, termNames } from './agreed-terms.ts';
import {
  createGroup,
  createJobRole,
  createPackage,
  listAgreedGroups,
  listAgreedJobRoles,
  listPackages,
} from './agreement-actions.ts';
import { type AgreementChange, availableById, changeAgreements, listAvailableTypes } from './availability-actions.ts';
import { findNamesakes } from './package-store.ts';
import { type OrderedOption, reportTypeById } from './report-type-rules.ts';
import type { JobRoleRow } from './report-type-store.ts';
import { isHigher, roleLevel } from './role-level-rules.ts';

export interface CopiedAgreement {
  readonly changes: readonly AgreementChange[];
  /** The names of those that are new to the account. */
  readonly packages: readonly string[];
  readonly groups: readonly string[];
  readonly jobRoles: readonly string[];
  /** The names of what the account had one of before: that one stays as it is. */
  readonly kept: readonly string[];
  /** The titles of job roles whose level the law allows no more. */
  readonly refusedRoles: readonly string[];
  /** The names of those that only subsidiaries order which the account does not have. */
  readonly unorderedPackages: readonly string[];
}

interface Copying {
  readonly from: string;
  readonly to: string;
}

/** Afterwards `to` may order exactly what `from` may, on the same terms. */
async function copyTypes(tx: Ctx, by: Asker, { from, to }: Copying): Promise<readonly AgreementChange[]> {
  const wanted = await listAvailableTypes(tx, from);
  const kept = new Set(wanted.map(({ type }) => type.id));
  return changeAgreements(tx, by, to, {
    agreed: wanted.map(({ type: { name, variant }, ...agreed }) => ({
      ...{ name, variant },
      ...givenTerms(agreed),
    })),
    ended: (await listAvailableTypes(tx, to)).map(({ type }) => type).filter(({ id }) => !kept.has(id)),
  });
}

/** By name. */
interface Copied {
  readonly created: readonly string[];
  readonly kept: readonly string[];
}

/** Creates those of whose name the account has none. */
async function copyNamed<Thing extends { readonly name: string }>(
  own: readonly Thing[],
  others: readonly Thing[],
  create: (one: Thing) => Promise<unknown>,
): Promise<Copied> {
  const names = new Set(own.map(({ name }) => name));
  const missing = others.filter(({ name }) => !names.has(name));
  for (const one of missing) await create(one);
  const kept = others.filter(({ name }) => names.has(name));
  return { created: missing.map(({ name }) => name), kept: kept.map(({ name }) => name) };
}

/** null for everybody; undefined if those who order it have no namesake in the account. */
async function orderersOf(tx: Ctx, { from: of, to }: Copying, ids: readonly string[] | null) {
  if (ids === null) return null;
  const same = await findNamesakes(tx.db, to, { of, ids });
  return same.length === 0 ? undefined : same.map(({ id }) => id);
}

/** A package of some subsidiaries is one of those of the same name: of none of them, it would be everybody's. */
async function copyPackages(tx: Ctx, by: Asker, copying: Copying) {
  const orderable = [];
  const unordered: string[] = [];
  const own = await listPackages(tx, copying.to);
  for (const pack of await listPackages(tx, copying.from)) {
    const subsidiaryIds = await orderersOf(tx, copying, pack.subsidiary_ids);
    if (subsidiaryIds !== undefined) orderable.push({ ...pack, subsidiaryIds });
    else if (!own.some(({ name }) => name === pack.name)) unordered.push(pack.name);
  }
  const copied = await copyNamed(
    own.map((pack) => ({ ...pack, subsidiaryIds: pack.subsidiary_ids })),
    orderable,
    ({ name, description, price_pence: price, items, subsidiaryIds, standard }) => {
      const reports = items.flatMap(({ report_type_id, quantity, options }) => {
        const type = reportTypeById(report_type_id);
        return type === undefined ? [] : [{ name: type.name, variant: type.variant, quantity, options }];
      });
      const content = { name, description, pricePence: price ?? undefined, reports, subsidiaryIds, standard };
      return createPackage(tx, by, copying.to, content);
    },
  );
  return { ...copied, unordered };
}

const copyGroups = async (tx: Ctx, by: Asker, { from, to }: Copying) =>
  copyNamed(await listAgreedGroups(tx, to), await listAgreedGroups(tx, from), ({ name, members }) => {
    const reports = members.flatMap(({ report_type_id, options }) => {
      const type = reportTypeById(report_type_id);
      const chosen = options as readonly OrderedOption[] | null;
      return type === undefined ? [] : [{ name: type.name, variant: type.variant, options: chosen }];
    });
    return createGroup(tx, by, to, { name, reports });
  });

async function copyJobRoles(tx: Ctx, by: Asker, { from, to }: Copying) {
  const today = ukDateOf(tx.now());
  const mayHave = ({ role_check_type, eligibility }: JobRoleRow) =>
    eligibility === null || !isHigher(role_check_type, roleLevel(eligibility.answers, today).level);
  const named = (roles: readonly JobRoleRow[]) =>
    roles.map((role) => ({ name: `${role.role_title}, ${role.role_check_type}`, role }));
  const others = await listAgreedJobRoles(tx, from);
  const copied = await copyNamed(named(await listAgreedJobRoles(tx, to)), named(others.filter(mayHave)), ({ role }) =>
    createJobRole(tx, by, to, {
      roleTitle: role.role_title,
      roleCheckType: role.role_check_type,
      workingWithVulnerableAdults: role.working_with_vulnerable_adults,
      workingWithChildren: role.working_with_children,
      workingFromHome: role.working_from_home,
      vulnerableAdultsInWorkEnvironment: role.vulnerable_adults_in_work_environment,
      childrenInWorkEnvironment: role.children_in_work_environment,
      isVolunteer: role.is_volunteer,
      answers: role.eligibility?.answers,
    }),
  );
  return { ...copied, refused: others.filter((role) => !mayHave(role)).map(({ role_title }) => role_title) };
}

/** Ends the transaction that tried it out: nothing of it stays. */
class Tried extends Error {
  readonly copied: CopiedAgreement;
  constructor(copied: CopiedAgreement) {
    super('tried out');
    this.copied = copied;
  }
}

type Copy = (ctx: Ctx, by: Asker, copying: Copying) => Promise<CopiedAgreement>;

/** What `copy` would do now: it is done, and undone. Refusals as of it. */
export async function tryCopying(ctx: Ctx, by: Asker, copy: Copy, copying: Copying): Promise<CopiedAgreement> {
  demand(by, 'manage_agreements');
  try {
    return await inTransaction(ctx, async (tx) => {
      throw new Tried(await copy(tx, by, copying));
    });
  } catch (error) {
    if (error instanceof Tried) return error.copied;
    throw error;
  }
}

/**
 * Later orders of `to` are placed on the copied terms; its settings, users and providers stay. Refuses with `invalid_fields`
 * (from). @param from who asks must see it
 */
export function copyAgreement(ctx: Ctx, by: Asker, copying: Copying): Promise<CopiedAgreement> {
  demand(by, 'manage_agreements');
  if (copying.from === copying.to) throw new Refusal('invalid_fields', { from: ['is the same account'] });
  return inTransaction(ctx, async (tx) => {
    const changes = await copyTypes(tx, by, copying);
    const { unordered: unorderedPackages, ...packages } = await copyPackages(tx, by, copying);
    const groups = await copyGroups(tx, by, copying);
    const { refused: refusedRoles, ...jobRoles } = await copyJobRoles(tx, by, copying);
    const kept = [packages, groups, jobRoles].flatMap((copied) => copied.kept);
    return {
      ...{ changes, packages: packages.created, groups: groups.created, jobRoles: jobRoles.created },
      ...{ kept, refusedRoles, unorderedPackages },
    };
  });
}

/**
 * Later orders of `to` have the prices and fees that `from` has today, of report types that both may order; where it has none,
 * and in all other terms, those of `to` stay. @param from who asks must see it
 */
export function takePrices(ctx: Ctx, by: Asker, { from, to }: Copying): Promise<CopiedAgreement> {
  demand(by, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    const theirs = availableById(await listAvailableTypes(tx, from));
    const agreed = (await listAvailableTypes(tx, to)).flatMap(({ type, pricePence, feePence }) => {
      const { pricePence: price = null, feePence: fee = null } = theirs.get(type.id) ?? {};
      if (price === null && fee === null) return [];
      const taken = { pricePence: price ?? pricePence ?? undefined, feePence: fee ?? feePence ?? undefined };
      return [{ name: type.name, variant: type.variant, ...taken }];
    });
    const kept = termNames.filter((name) => name !== 'pricePence' && name !== 'feePence');
    const changes = await changeAgreements(tx, by, to, { agreed, ended: [], kept });
    return { changes, packages: [], groups: [], jobRoles: [], kept: [], refusedRoles: [], unorderedPackages: [] };
  });
}
