// What is known of reports on money: credit, judgments and insolvency in the United Kingdom.

import { unconfirmed } from '../../knowledge/known.ts';
import { answered, parts } from '../breakdown.ts';
import { debtRecords } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

const ccj = { ccj: answered('County court judgments', { none: 'clear', satisfied: 'clear', unsatisfied: 'consider' }) };

const money = {
  area: 'financial',
  requires: [...person, { address_history: { years: 6, isSearched: true } }],
  workingDays: unconfirmed(1),
  law: [unconfirmed('The search leaves a soft footprint: the candidate sees it, lenders do not.')],
  guidance: [
    toKnow(unconfirmed('Records reach back six years.')),
    toDo(unconfirmed('Flag debts of more than £10,000 where the screening follows BS 7858.')),
    toKnow(unconfirmed('Debts are a fact for the client to weigh against the job, not a failure.')),
  ],
  clauses: [
    'Nothing adverse is recorded at the addresses given.',
    'A judgment is recorded and satisfied.',
    'A judgment is recorded and not satisfied.',
    'An insolvency is recorded.',
    'Records of the same name at other addresses were ruled out.',
  ],
  properties: { records: debtRecords, total_debt_pence: 'pence' },
  validity: unconfirmed('Three months; a year in financial services'),
} as const satisfies Partial<Family>;

export const credit: Family = {
  ...money,
  name: 'credit',
  aliases: [{ name: 'UKCreditCheckEquifax' }],
  label: 'UK credit',
  searchWords: ['credit check', 'CCJ', 'bankruptcy', 'IVA'],
  description: 'County court judgments, insolvencies and the electoral roll at the addresses of six years.',
  answeredBy: unconfirmed('A credit agency'),
  breakdown: {
    ...ccj,
    ...parts({
      insolvency: 'Insolvency',
      address_links: 'Linked addresses',
      electoral_roll: 'Electoral roll',
      alias: 'Other names',
    }),
  },
  soldBy: 'recref_answers',
};

export const adverseFinancial: Family = {
  ...money,
  name: 'adverse_financial',
  label: 'Adverse financial history',
  searchWords: ['credit check', 'CCJ', 'bankruptcy', 'IVA'],
  description: 'County court judgments and insolvencies of six years.',
  answeredBy: unconfirmed('A credit agency, from public registers'),
  soldBy: 'zinc_checks',
  variants: {
    ccj: {
      label: 'Adverse financial history, judgments',
      description: 'County court judgments of six years.',
      breakdown: ccj,
    },
    insolvency: {
      label: 'Adverse financial history, insolvency',
      description: 'Bankruptcies, voluntary arrangements and debt relief orders of six years.',
      breakdown: parts({ insolvency: 'Insolvency' }),
    },
    full: {
      label: 'Adverse financial history, judgments and insolvency',
      breakdown: { ...ccj, ...parts({ insolvency: 'Insolvency', address_links: 'Linked addresses' }) },
    },
  },
};

export const bankruptcy: Family = {
  ...money,
  name: 'bankruptcy',
  label: 'Bankruptcy and insolvency register',
  searchWords: ['IVA', 'DRO'],
  description: 'Bankruptcies and arrangements on the insolvency register.',
  breakdown: parts({ insolvency: 'Insolvency' }),
  soldBy: 'sanctis_services',
  variants: {
    england_wales_iir: {
      label: 'Insolvency register, England and Wales',
      answeredBy: unconfirmed('The Individual Insolvency Register'),
    },
    scotland_aib_roi: {
      label: 'Insolvency register, Scotland',
      answeredBy: unconfirmed('The Accountant in Bankruptcy, Register of Insolvencies'),
    },
    northern_ireland_des: {
      label: 'Insolvency register, Northern Ireland',
      answeredBy: unconfirmed('The Department for the Economy, insolvency service'),
    },
  },
};

export const judgments: Family = {
  ...money,
  name: 'ccj',
  label: 'Judgments for debt',
  searchWords: ['CCJ', 'county court'],
  description: 'Judgments for debt on the public register.',
  breakdown: ccj,
  soldBy: 'sanctis_services',
  variants: {
    england_wales_registry_trust: {
      label: 'County court judgments, England and Wales',
      answeredBy: unconfirmed('Registry Trust'),
    },
    scotland_decrees: { label: 'Decrees, Scotland', answeredBy: unconfirmed('The register of decrees of Scotland') },
    ni: {
      label: 'Judgments, Northern Ireland',
      answeredBy: unconfirmed('The register of judgments of Northern Ireland'),
    },
  },
};
