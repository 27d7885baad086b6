// Deletes what repeats a certificate beside the report: the client's reasons and risk assessment, what was put to the candidate,
// and what they answered. Who decided what and when, who agreed and when it is looked at again stay.
import type { Ctx, Tenant } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { proposalAads } from './decision-proposal-actions.ts';
import { assessmentAad, reasonAad, toldAad } from './decision-record-actions.ts';
import { noteAad } from './follow-up-actions.ts';
import { answerAad, wordsAad } from './hearing-actions.ts';
import type { RiskAssessment } from './risk-assessment-rules.ts';
import { findWords, replaceWords, type WordColumn } from './word-deletion-store.ts';

const texts: readonly (WordColumn & { readonly aad: (id: string) => string })[] = [
  { table: 'client_decisions', id: 'id', column: 'sealed_reason', aad: reasonAad },
  { table: 'client_decisions', id: 'id', column: 'sealed_told', aad: toldAad },
  { table: 'decision_proposals', id: 'id', column: 'sealed_reason', aad: proposalAads.reason },
  { table: 'decision_proposals', id: 'id', column: 'sealed_told', aad: proposalAads.told },
  { table: 'decision_returns', id: 'proposal_id', column: 'sealed_reason', aad: proposalAads.returned },
  { table: 'decision_follow_ups', id: 'id', column: 'sealed_note', aad: noteAad },
  { table: 'hearings', id: 'id', column: 'sealed_words', aad: wordsAad },
  { table: 'hearing_answers', id: 'id', column: 'sealed_text', aad: answerAad },
];

const assessments: typeof texts = [
  { table: 'client_decisions', id: 'id', column: 'sealed_assessment', aad: assessmentAad },
  { table: 'decision_proposals', id: 'id', column: 'sealed_assessment', aad: proposalAads.assessment },
];

/** The order is locked. Returns how many texts and assessments went. @param notes what stands where they stood */
export async function deleteDecisionWords(
  tx: Ctx,
  tenant: Tenant,
  { checkId, key, notes }: { readonly checkId: string; readonly key: DataKey; readonly notes: string },
): Promise<number> {
  let count = 0;
  for (const { aad, ...words } of [...texts, ...assessments])
    for (const { id, sealed } of await findWords(tx.db, tenant, checkId, words)) {
      const left =
        words.column === 'sealed_assessment'
          ? { ...key.open<RiskAssessment>(aad(id), sealed), answers: [{ question: 'Risk assessment', answer: notes }] }
          : notes;
      await replaceWords(tx.db, tenant, checkId, words, { id, sealed: key.seal(aad(id), left) });
      count += 1;
    }
  return count;
}
