// Cases of the earlier system as the pages of the client and of the desk show them.

import type { ShownEarlier } from '../../../features/earlier-cases/earlier-case-actions.ts';
import { typeLabels } from '../../../features/earlier-cases/earlier-case-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { sizeInWords } from '../files/order-files.ts';
import { lightTags } from '../status-tags.ts';

/** @param href of the page of the person */
export const earlierView = (one: ShownEarlier, href: string) => ({
  ...{ href, applicantId: one.applicantId, accountId: one.accountId, number: one.number },
  ...{ name: fullName(one.firstName, one.lastName), bornOn: one.dob, email: one.email },
  ...{ job: one.job, reference: one.reference, subsidiaryId: one.subsidiaryId },
  ...{ orderedOn: one.orderedOn, completedOn: one.completedOn, types: typeLabels(one) },
  light: one.light && lightTags[one.light],
  size: sizeInWords(one.size),
});

export type EarlierView = ReturnType<typeof earlierView>;

/** The number of the earlier system may be called as no file can be. */
export const earlierFileName = (): string => 'earlier-system.pdf';
