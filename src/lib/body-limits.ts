// The limits of a parsed request body, with one measure for forms and JSON (ours, decisions "Limits of a request").
import { Refusal } from './refusal.ts';

/** Counts the name–value pairs of a form, or the scalars and empty containers of a JSON text. */
export const maximumParameters = 1000;

/** How deep objects and lists may be nested, counting the outermost: `{"a":[{"b":1}]}` has depth 3. */
export const maximumDepth = 8;

export function refuseBody(): never {
  throw new Refusal('malformed_request');
}
