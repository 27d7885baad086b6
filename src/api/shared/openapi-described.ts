// What an interface says of itself, beside its routes, for its OpenAPI document.
import type { RefusalReason } from '../../lib/refusal.ts';
import type { Components, JsonObject } from './openapi-components.ts';
import type { DescribedErrors } from './openapi-errors.ts';
import type { PathIdForm } from './path-ids.ts';
import type { ApiRoute } from './route.ts';

/** What the routes of an interface have besides what all have; parameters and headers by the name of their component. */
export interface MoreAboutRoute {
  readonly parameters?: readonly string[];
  readonly headers?: readonly string[];
  readonly refusals?: readonly RefusalReason[];
  readonly servers?: readonly JsonObject[];
}

export interface DescribedInterface<Route extends ApiRoute = ApiRoute> {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
  };
  readonly servers: readonly JsonObject[];
  readonly securitySchemes: JsonObject;
  readonly tagDescriptions: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  readonly formOfId: (route: Route, name: string) => PathIdForm;
  readonly more: (route: Route) => MoreAboutRoute;
  readonly errors: DescribedErrors;
  /** Whether bodies may also be forms. */
  readonly takesForms: boolean;
  /** The header of a key, as samples send it. */
  readonly keyHeader: string;
  readonly parameters: JsonObject;
  readonly headers: JsonObject;
  readonly webhooks: (components: Components) => JsonObject;
}
