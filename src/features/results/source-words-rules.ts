// Words the sources on which a report rests: who really answered, how and when; pure.
import { formatLongDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { placeAsked } from '../references/claim-rules.ts';
import { isAuthenticated } from '../references/mailbox-rules.ts';
import type { Reference } from '../references/reference.ts';
import { wayOf } from '../references/reply-version-rules.ts';
import type { Report } from '../reports/report.ts';
import type { Sheet } from '../verifications/sheet-rules.ts';
import { sourceText } from '../verifications/sheet-words-rules.ts';
import type { SupplierAnswer } from './report-evidence-queries.ts';

type Answered = Pick<Reference, 'request' | 'reply' | 'authentication' | 'repliedAt' | 'takenOverAt' | 'awaitsOutcome'>;

const waysInWords = { form: 'in writing', telephone: 'by telephone', letter: 'by letter' } as const;

/** Those whose answers are in the outcome. */
const isInOutcome = ({ takenOverAt, awaitsOutcome }: Answered): boolean => takenOverAt !== null && !awaitsOutcome;

/** `Personnel manager about Acme Ltd, by telephone on 29 November 2026, not authenticated`. Who reads it learns no names. */
function refereeWords({ request, reply, authentication, repliedAt }: Answered): string {
  const own = (reply.answers.referee_role ?? request.referee.jobTitle).trim() || 'A referee';
  const { agency } = request.claim;
  const role = agency === undefined ? own : `${own} of ${agency} (agency)`;
  const place = placeAsked(request.claim);
  const day = reply.letter?.on ?? (repliedAt === null ? undefined : ukDateOf(repliedAt));
  const on = day === undefined ? '' : ` ${reply.letter === undefined ? 'on' : 'of'} ${formatLongDate(day)}`;
  return [
    place === undefined ? role : `${role} about ${place}`,
    `${waysInWords[wayOf(reply)]}${wayOf(reply) === 'form' && reply.isInWelsh ? ' in Welsh' : ''}${on}`,
    ...(isAuthenticated(authentication) ? [] : ['not authenticated']),
  ].join(', ');
}

export interface Recorded {
  /** The references about each report, by its id. */
  readonly references: ReadonlyMap<string, readonly Answered[]>;
  readonly sheet: Pick<Sheet, 'rows'> | undefined;
  readonly supplierAnswers: readonly SupplierAnswer[];
}

/** Each once, in the order of the history and of the answers; empty where nobody recorded a source. */
export function recordedSources(
  { id }: Pick<Report, 'id'>,
  { references, sheet, supplierAnswers }: Recorded,
): string[] {
  const verifications = (sheet?.rows ?? [])
    .flatMap((row) => row.confirmations.map((one) => ({ one, about: row.name || row.kind })))
    .filter(({ one }) => one.recorded?.reportId === id);
  const texts = [
    ...(references.get(id) ?? []).filter(isInOutcome).map(refereeWords),
    ...verifications.map(({ one, about }) => `${sourceText(one)}, about ${about}`),
    ...supplierAnswers
      .filter(({ report_id }) => report_id === id)
      .map(({ supplier, received_on }) => `${supplier}, received on ${formatLongDate(received_on)}`),
  ];
  return [...new Set(texts)];
}
