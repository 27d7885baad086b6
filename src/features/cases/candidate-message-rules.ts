// By when what a candidate says must be answered; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { answerBy } from '../data-requests/data-request-rules.ts';

/**
 * A candidate who says that something is wrong asks for its correction (UK GDPR Art. 16), which is answered within a
 * month (Art. 12(3)). Undefined for what asks for nothing.
 */
export const answerDueOn = ({ kind, sentAt }: { readonly kind: string; readonly sentAt: Date }): IsoDate | undefined =>
  kind === 'problem' ? answerBy(ukDateOf(sentAt)) : undefined;
