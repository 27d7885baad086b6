// The record of processing activities of an account (UK GDPR Art. 30), worked out from what was ordered and who was asked.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { addMonths } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { wordsOf } from '../../messages/sentences.ts';
import { demand } from '../access/permissions.ts';
import { type Fact, type FactGroup, type FactTree, factGroups } from '../facts/fact.ts';
import { facts } from '../facts/facts.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { isCriminalRecord, reportTypeById } from '../report-types/report-type-rules.ts';
import { askedBy, factsAsked } from '../requirements/requirement-rules.ts';
import {
  type AskedProvider,
  type AskedSupplier,
  findAskedProviders,
  findAskedSuppliers,
  findOrderedTypes,
} from './processing-record-queries.ts';

/** So far back the record looks. */
export const RECORD_MONTHS = 12;

export interface AskedGroup {
  readonly group: FactGroup;
  readonly labels: readonly string[];
  /** Of these, special category data (Art. 9). */
  readonly special: readonly string[];
}

type WithTypes<T> = Omit<T, 'report_type_ids'> & { readonly types: readonly string[] };

export interface ProcessingRecord {
  /** The report types that were ordered, by name. */
  readonly types: readonly string[];
  /** Of these, those about criminal convictions (Art. 10). */
  readonly criminal: readonly string[];
  /** What the law looks at of each of these types. */
  readonly ofLaw: readonly Pick<ReportType, 'area' | 'country'>[];
  /** What candidates are asked for them. */
  readonly asked: readonly AskedGroup[];
  readonly suppliers: readonly WithTypes<AskedSupplier>[];
  readonly providers: readonly WithTypes<AskedProvider>[];
}

const namesOf = (types: readonly ReportType[]): string[] =>
  types.map(({ label }) => label).toSorted((one, other) => one.localeCompare(other, 'en'));

const typesOf = (ids: readonly number[]): ReportType[] => ids.flatMap((id) => reportTypeById(id) ?? []);

/** Whatever is ordered: where a candidate is invited, and reached. */
const alwaysAsked = ['email', 'mobile', 'telephone'];

/** Of a list, what each entry holds. */
function labelOf(name: string, fact: Fact): string {
  const { label } = wordsOf(name);
  if (fact.kind !== 'list') return label;
  const fields = [...new Set(Object.keys(fact.entry).map((field) => wordsOf(`${name}.${field}`).label))];
  return `${label} (${fields.join(', ')})`;
}

/** What candidates are asked for reports of these types, by group. */
function askedGroups(types: readonly ReportType[]): AskedGroup[] {
  const tree = facts as FactTree;
  const paths = askedBy(types.flatMap(({ requires }) => requires)).flatMap(factsAsked);
  const asked = new Set([...alwaysAsked, ...paths.map((path) => path.split(/[.[]/)[0]!)]);
  const names = Object.keys(tree).filter((name) => asked.has(name));
  return factGroups.flatMap((group) => {
    const ofGroup = names.filter((name) => tree[name]!.group === group);
    const labels = (of: readonly string[]) => [...new Set(of.map((name) => labelOf(name, tree[name]!)))];
    const special = ofGroup.filter((name) => tree[name]!.sensitivity === 'special');
    return ofGroup.length === 0 ? [] : [{ group, labels: labels(ofGroup), special: labels(special) }];
  });
}

const withTypes = <T extends { readonly report_type_ids: readonly number[] }>({
  report_type_ids: ids,
  ...row
}: T): WithTypes<T> => ({ ...row, types: namesOf(typesOf(ids)) });

/** Of the whole account: it counts nothing and names nobody. */
export async function readProcessingRecord(ctx: Ctx, caller: Caller): Promise<ProcessingRecord> {
  demand(caller, 'read_accounts', 'read_agreement');
  const since = new Date(`${addMonths(ukDateOf(timeFor(ctx, caller)), -RECORD_MONTHS)}T00:00:00Z`);
  const [ids, suppliers, providers] = await Promise.all([
    findOrderedTypes(ctx.db, caller, since),
    findAskedSuppliers(ctx.db, caller, since),
    findAskedProviders(ctx.db, caller, since),
  ]);
  const types = typesOf(ids);
  return {
    types: namesOf(types),
    criminal: namesOf(types.filter(({ id }) => isCriminalRecord(id))),
    ofLaw: types,
    asked: askedGroups(types),
    suppliers: suppliers.map(withTypes),
    providers: providers.map(withTypes),
  };
}
