// Minimises a request that shows a fault.

import { upTo } from '../../support/limited-loops.ts';
import { type FuzzRequest, isHash, isVerbatim, type Value } from './fuzz-request.ts';
import type { Mutation } from './mutations.ts';

const triesAtMost = 400;

/** Values one step simpler, in the order of the size of the step. */
function* simplerValues(value: Value): Generator<Value> {
  if (typeof value === 'string' && value.length > 1) {
    yield value.slice(0, Math.floor(value.length / 2));
    yield value.slice(Math.ceil(value.length / 2));
    if (value.length <= 20) for (let at = 0; at < value.length; at += 1) yield value.slice(0, at) + value.slice(at + 1);
  }
  if (typeof value !== 'object' || value === null || isVerbatim(value)) return;
  const children = isHash(value) ? value.pairs : value;
  const withChildren = (list: readonly unknown[]) => (isHash(value) ? { pairs: list } : list) as Value;
  if (children.length > 8) {
    yield withChildren(children.slice(0, children.length / 2));
    yield withChildren(children.slice(children.length / 2));
  }
  for (let at = 0; at < children.length; at += 1) yield withChildren(children.toSpliced(at, 1));
  for (let at = 0; at < children.length; at += 1) {
    const child = isHash(value) ? value.pairs[at]![1] : (value as readonly Value[])[at]!;
    for (const simpler of simplerValues(child)) {
      yield isHash(value)
        ? { pairs: value.pairs.toSpliced(at, 1, [value.pairs[at]![0], simpler]) }
        : (value as readonly Value[]).toSpliced(at, 1, simpler);
    }
  }
}

function* simplerRequests(request: FuzzRequest): Generator<FuzzRequest> {
  const { body, query, headers } = request;
  if (request.isChunked) yield { ...request, isChunked: false };
  if (query !== '') yield { ...request, query: '' };
  if (body.as !== 'nothing') {
    yield {
      ...request,
      body: { as: 'nothing' },
      headers: headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
    };
  }
  for (let at = 0; at < headers.length; at += 1) yield { ...request, headers: headers.toSpliced(at, 1) };
  if (body.as === 'json' || body.as === 'form') {
    for (const value of simplerValues(body.value)) yield { ...request, body: { ...body, value } };
  }
  if (body.as === 'bytes' && body.bytes.length > 1) {
    const half = body.bytes.length / 2;
    yield { ...request, body: { as: 'bytes', bytes: body.bytes.subarray(0, half) } };
    yield { ...request, body: { as: 'bytes', bytes: body.bytes.subarray(half) } };
  }
}

export const spoilt = (request: FuzzRequest, mutations: readonly Mutation[]): FuzzRequest =>
  mutations.reduce((made, mutation) => mutation(made), request);

/** @param fails whether the request shows the same fault when it is sent again */
export async function shrink(
  valid: FuzzRequest,
  mutations: readonly Mutation[],
  fails: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let tries = 0;
  const stillFails = async (request: FuzzRequest) => {
    tries += 1;
    return tries <= triesAtMost && (await fails(request));
  };
  let needed = mutations;
  for (let at = 0; at < needed.length; ) {
    const without = needed.toSpliced(at, 1);
    if (await stillFails(spoilt(valid, without))) needed = without;
    else at += 1;
  }
  let smallest = spoilt(valid, needed);
  let found = true;
  for (const _ of upTo(triesAtMost + 1, 'the smallest request')) {
    if (!found || tries >= triesAtMost) break;
    found = false;
    for (const simpler of simplerRequests(smallest)) {
      if (!(await stillFails(simpler))) continue;
      smallest = simpler;
      found = true;
      break;
    }
  }
  return smallest;
}
