// Judges a machine-readable zone: its check digits, and what differs from what the candidate typed; pure.
import { zoneStatement } from '../../messages/en-assessments.ts';
import { isAnotherNumber, zoneVerdict } from '../facts/machine-readable-zone-rules.ts';
import { verdictOf } from '../knowledge/rule.ts';
import type { Assess } from './assessment.ts';

export const assessZone: Assess = ({ properties }, { facts }) => {
  const lines = ['mrz_line1', 'mrz_line2', 'mrz_line3'].map((name) => properties[name]);
  const text = lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
  if (text === '') return [];
  const zone = zoneVerdict(text, facts);
  if (zone === undefined) {
    return [{ ...verdictOf('machine_readable_zone'), isMet: false, statement: zoneStatement.unreadable, details: [] }];
  }
  const { rule, source, asOf, isValid, faults, contradicts } = zone;
  const numbers = facts.identity_documents.flatMap(({ number }) => number ?? []);
  const differs = [...contradicts, ...(isAnotherNumber(zone, numbers) ? ['document_number' as const] : [])];
  return [
    {
      ...{ rule, source, asOf },
      isMet: isValid,
      statement: isValid ? zoneStatement.valid : zoneStatement.invalid,
      details: faults.map(zoneStatement.fault),
    },
    {
      ...{ rule, source, asOf },
      isMet: differs.length === 0,
      statement: differs.length === 0 ? zoneStatement.agrees : zoneStatement.differs,
      details: differs.map(zoneStatement.difference),
    },
  ];
};
