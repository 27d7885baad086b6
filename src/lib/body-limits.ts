// The size that a request's parsed body may have, one measure for forms and JSON (ours, decisions "Limits of a request").
import { Refusal } from './refusal.ts';

/** Name–value pairs of a form; scalars and empty containers of a JSON text. */
export const maximumParameters = 1000;

/** Objects and lists inside each other, the outermost counted: `{"a":[{"b":1}]}` has depth 3. */
export const maximumDepth = 8;

export function refuseBody(): never {
  throw new Refusal('malformed_request');
}
