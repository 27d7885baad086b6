// Whoever gave their name by a link, as it is sealed.
import type { Tenant } from '../../context.ts';
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';

export interface LinkPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly hasOneName?: boolean | undefined;
  /** `yyyy-mm-dd` */
  readonly dob: string;
  readonly email: string;
}

const PURPOSE = 'order_link_candidates.person';

export const sealPerson = (key: AccountKey, { environment }: Tenant, id: string, person: LinkPerson): Buffer =>
  key.seal(PURPOSE, sealedId(environment, id), JSON.stringify(person));

export const openPerson = (key: AccountKey, { environment }: Tenant, id: string, sealed: Buffer): LinkPerson =>
  JSON.parse(key.open(PURPOSE, sealedId(environment, id), sealed).toString('utf8'));
