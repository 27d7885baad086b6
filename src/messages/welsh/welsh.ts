// The Welsh of every sentence that a candidate or a referee reads, by its English.
import type { activityPapers, documentKinds, documents as englishDocuments } from '../en-documents.ts';
import type { facts as englishFacts } from '../en-facts.ts';
import type { requirements as englishRequirements } from '../en-requirements.ts';
import { appointments } from './appointments.ts';
import { dataMails } from './data-mails.ts';
import { declared } from './declared.ts';
import { documents } from './documents.ts';
import { doubts } from './doubts.ts';
import { facts } from './facts.ts';
import { historyFacts } from './history-facts.ts';
import { mails } from './mails.ts';
import { onPaper } from './on-paper.ts';
import { options } from './options.ts';
import { orderLinks } from './order-links.ts';
import { ownCertificates } from './own-certificates.ts';
import { ownData } from './own-data.ts';
import { pages } from './pages.ts';
import { privacy } from './privacy.ts';
import { questionnaires } from './questionnaires.ts';
import { references } from './references.ts';
import { reports } from './reports.ts';
import { requirements } from './requirements.ts';
import { rights } from './rights.ts';
import { sending } from './sending.ts';
import type { TextsOf } from './texts-of.ts';
import { ukReports } from './uk-reports.ts';

/** The label of a requirement is for the desk alone. */
type ForCandidates<T> = { readonly [K in keyof T]: Omit<T[K], 'label'> };

/** Every text in the tables of what is asked: one that has no Welsh is an error here. */
type Demanded = TextsOf<
  | typeof activityPapers
  | typeof documentKinds
  | typeof englishDocuments
  | typeof englishFacts
  | ForCandidates<typeof englishRequirements>
>;

export const welsh = {
  ...appointments,
  ...dataMails,
  ...declared,
  ...documents,
  ...doubts,
  ...facts,
  ...historyFacts,
  ...mails,
  ...onPaper,
  ...options,
  ...orderLinks,
  ...ownCertificates,
  ...ownData,
  ...pages,
  ...privacy,
  ...questionnaires,
  ...references,
  ...reports,
  ...requirements,
  ...rights,
  ...sending,
  ...ukReports,
} as const satisfies Readonly<Record<Demanded, string>> & Readonly<Record<string, string>>;

/** A sentence in English that has its Welsh. */
export type Sentence = keyof typeof welsh;
