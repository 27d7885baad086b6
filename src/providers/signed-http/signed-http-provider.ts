// Any provider that an account connected by the signed protocol (docs/providers.md): asks, polls and cancels.
import type {
  Provider,
  ProviderAnswer,
  ProviderReply,
  ProviderTools,
} from '../../features/provider-requests/provider.ts';
import { ProviderFault } from '../../features/provider-requests/provider-fault.ts';
import type { Connection } from '../../features/provider-requests/provider-supply.ts';
import { standardHeaders } from '../../features/webhooks/webhook-signatures.ts';
import { readJson } from '../shared/json-reply.ts';
import { meaningOf, SignedAnswer } from './signed-answer.ts';

const callbackPath = (connectionId: string) => `/providers/${connectionId}/answers`;

/** @param mayAsk whether the provider may send candidates to a page of its own */
function answerIn(reply: ProviderReply, mayAsk: boolean): ProviderAnswer {
  if (reply.status !== 200 && reply.status !== 202) throw new ProviderFault('refused');
  const answer = meaningOf(readJson(reply, SignedAnswer));
  if (answer === undefined || (answer.kind === 'awaits_candidate' && !mayAsk)) throw new ProviderFault('unreadable');
  return answer;
}

/** @param baseUrl the base of this service, for callbacks */
export function signedHttpProvider({ key, previousKey, ...connection }: Connection, baseUrl: string): Provider {
  const { id, name, url, capabilities, limits } = connection;
  const send = (
    { ctx, send: call }: ProviderTools,
    method: 'GET' | 'POST',
    path: string,
    about: string,
    body?: object,
  ) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const signed = { id: about, at: ctx.now(), body: Buffer.from(text), key, previousKey };
    const headers = { accept: 'application/json', 'content-type': 'application/json', ...standardHeaders(signed) };
    return call({ method, url: `${url}${path}`, headers, ...(text === '' ? {} : { body: text }) });
  };
  const mayAsk = capabilities.asksCandidate === true;
  return {
    name,
    label: name,
    capabilities,
    limits,
    async request(tools, { reportId, type, options, facts, returnUrl }) {
      const callback_url = `${baseUrl}${callbackPath(id)}`;
      const back = returnUrl === undefined ? {} : { candidate_return_url: returnUrl };
      const body = { report_id: reportId, callback_url, ...back, report: { ...type, options }, facts };
      return answerIn(await send(tools, 'POST', '/requests', reportId, body), mayAsk);
    },
    poll: async (tools, { reportId }) =>
      answerIn(await send(tools, 'GET', `/requests/${reportId}`, `${reportId} poll`), mayAsk),
    async cancel(tools, reportId) {
      const { status } = await send(tools, 'POST', `/requests/${reportId}/cancel`, `${reportId} cancel`, {});
      // A report that the provider does not know needs no cancelling.
      if (status >= 400 && status !== 404 && status !== 410) throw new ProviderFault('refused');
    },
  };
}
