// The job that makes a results document.
import type { Ctx, Environment } from '../../context.ts';
import { makeResultsDocument } from './results-document-actions.ts';

export function resultsDocumentJob(ctx: Ctx) {
  return (payload: Readonly<Record<string, unknown>>): Promise<void> =>
    makeResultsDocument(
      ctx,
      { accountId: String(payload.accountId), environment: payload.environment as Environment },
      String(payload.checkId),
    );
}
