// What the law lets a candidate be asked to declare, by the certificates that are ordered for the role; pure.
import type { DeclarationParams, DeclarationScope } from '../requirements/declaration-requirements.ts';
import type { Asked } from '../requirements/requirement-rules.ts';
import type { ReportType } from './report-type.ts';

/** The levels of certificates of excepted roles, of every authority of the United Kingdom. */
const spentLevels: ReadonlySet<string> = new Set(['standard', 'enhanced', 'level_2', 'pvg']);
/** Those of work with children, or with adults who need care or protection. */
const concernLevels: ReadonlySet<string> = new Set(['enhanced', 'pvg']);

type Ordered = Pick<ReportType, 'certificate' | 'barredLists'>;

/** Without a certificate for an excepted role no more than what is unspent: the role is not known to be one. */
export function declarationScopeOf(types: readonly Ordered[]): DeclarationScope {
  const hasLevel = (levels: ReadonlySet<string>) =>
    types.some(({ certificate }) => levels.has(certificate?.level ?? ''));
  if (hasLevel(concernLevels) || types.some(({ barredLists }) => barredLists.length > 0)) return 'concerns';
  return hasLevel(spentLevels) ? 'spent' : 'unspent';
}

/** The declarations that the role allows, besides everything else that is asked. */
export function lawfulDeclarations(asked: readonly Asked[], types: readonly Ordered[]): Asked[] {
  const scope = declarationScopeOf(types);
  const isOfApplication = asked.some(({ id }) => id === 'dbs_application');
  const mayAsk: Readonly<Partial<Record<Asked['id'], boolean>>> = {
    unspent_convictions: scope === 'unspent' || isOfApplication,
    unspent_declaration: scope === 'unspent',
    spent_declaration: scope !== 'unspent',
    concerns_declaration: scope === 'concerns',
  };
  const isOfRole: DeclarationParams = { isOfRole: true };
  return asked.flatMap((one) => {
    const may = mayAsk[one.id];
    if (may === undefined) return one;
    return may ? { ...one, params: { ...one.params, ...isOfRole } } : [];
  });
}
