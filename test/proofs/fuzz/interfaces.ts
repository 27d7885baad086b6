// The interfaces under test: where each is served, its document and errors, and values for the names in it.

import type { ErrorType } from '../../../src/api/shared/error-types.ts';
import type { OpenApiDocument } from '../../../src/api/shared/openapi.ts';
import type { JsonObject } from '../../../src/api/shared/openapi-components.ts';
import type { Static } from '../../../src/api/shared/schemas.ts';
import { type ProblemBody, problemMediaType, requestIdOf, errorTypes as v1Errors } from '../../../src/api/v1/errors.ts';
import { v1Base } from '../../../src/api/v1/v1-path.ts';
import { type ErrorReply, errorTypes as v2Errors } from '../../../src/api/v2/errors.ts';
import { v2Bases } from '../../../src/api/v2/index.ts';
import type { Environment } from '../../../src/context.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { valueSets } from '../../../src/features/value-sets/value-sets.ts';
import * as v1 from '../../api/v1/v1-client.ts';
import * as v2 from '../../api/v2/v2-client.ts';
import type { Answer } from '../../support/probity.ts';
import type { Random } from '../../support/random.ts';

/** The 201 answer of an operation, one of the latest in the environment; undefined if there is none. */
export type DrawMade = (operationId: string) => JsonObject | undefined;

/** Values of parameters and of body properties, by name. */
export type Named = Readonly<Record<string, unknown>>;

export interface FuzzedInterface {
  readonly bases: Readonly<Record<Environment, string>>;
  readonly keyHeader: string;
  readonly document: OpenApiDocument;
  readonly resolved: (value: unknown) => JsonObject;
  readonly problemsOf: (schema: unknown, value: unknown) => readonly string[];
  readonly operationFor: (method: string, path: string) => JsonObject | undefined;
  readonly assertDocumented: (environment: Environment, method: string, path: string, answer: Answer) => void;
  readonly errors: {
    readonly mediaType: string;
    readonly schema: string;
    readonly types: readonly ErrorType[];
    readonly read: (json: unknown) => { readonly id: string; readonly type: string; readonly message: string };
  };
  /** The values that replace examples: existing resources and new keys. */
  readonly drawNames: (
    draw: DrawMade,
    random: Random,
    operation: { readonly id: string; readonly path: string },
  ) => Named;
}

/** A random GUID from the seed. */
const drawGuid = (random: Random) => nobody.replace(/[0-9a-f]/g, () => random.below(16).toString(16));

const nobody = '01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10';

const interfaceV2: FuzzedInterface = {
  ...v2,
  bases: v2Bases,
  keyHeader: 'Authorization',
  errors: {
    mediaType: 'application/json',
    schema: 'Error',
    types: Object.values(v2Errors),
    read: (json) => (json as Static<typeof ErrorReply>).error,
  },
  drawNames(draw, random) {
    const check = draw('createCheck');
    const reports = check?.reports as readonly { readonly id: string }[] | undefined;
    const ofCheck = /applicants\/([^/]+)/.exec(String(check?.href))?.[1];
    const applicant = draw('createApplicant')?.id;
    return {
      applicant_id: (random.below(2) === 0 ? ofCheck : applicant) ?? nobody,
      check_id: check?.id ?? nobody,
      report_id: (reports && random.pick(reports)?.id) ?? nobody,
      webhook_id: draw('registerWebhook')?.id ?? nobody,
    };
  },
};

const checkTypes = catalogue.flatMap(({ name, variant }) => (variant === null ? name : `${name}:${variant}`));
/** A check whose identity can be confirmed. */
const criminalCheck = {
  CheckType: 'criminal_history:basic',
  CheckSpecificData: {
    CheckCriminalPurposeOfCheck: 'Employment',
    CheckCriminalEmploymentSector: 'Drivers',
    CheckCriminalPositionAppliedFor: 'Driver',
    CheckCriminalEmployerName: 'Example Ltd',
    CheckCriminalPlaceOfWork: 'England',
  },
};
const fileNames = ['notes.txt', 'table.csv', 'page.HTML', 'Ünnamed (1).txt'];

/** Orders and packages are numbers, value sets are words; client's keys may be new or used. */
function drawV1Names(
  draw: DrawMade,
  random: Random,
  { id, path }: { readonly id: string; readonly path: string },
): Named {
  const order = draw(random.pick(['submitCandidateEntry', 'submitClientEntry']))?.Id ?? 1;
  const ofPath = path.startsWith('/orders') ? order : random.below(3) + 1;
  const known = (operationId: string, key: string) => {
    const made = operationId === id && random.below(8) > 0 ? undefined : draw(operationId)?.[key];
    return made ?? drawGuid(random);
  };
  // Half of the orders use the type with the fewest requirements, because others are rarely valid.
  const checkType = random.below(2) === 0 ? 'identity' : random.pick(checkTypes);
  const webhookKey = known('createOrderWebhook', 'webhookKey');
  return {
    id: path.startsWith('/metadata/valuesets') ? random.pick(valueSets).id : ofPath,
    UniqueKey: random.below(8) > 0 ? drawGuid(random) : (draw('submitCandidateEntry')?.UniqueKey ?? drawGuid(random)),
    orderId: order,
    fileToken: known('uploadAttachment', 'fileToken'),
    fileName: random.pick(fileNames),
    webhookKey,
    WebhookKey: webhookKey,
    CheckType: checkType,
    CheckTypeId: checkType,
    ...(random.below(3) === 0 ? { Checks: [criminalCheck] } : {}),
  };
}

const interfaceV1: FuzzedInterface = {
  ...v1,
  // The key decides the environment.
  bases: { live: v1Base, test: v1Base },
  keyHeader: 'Ocp-Apim-Subscription-Key',
  assertDocumented: (_environment, method, path, answer) => v1.assertDocumented(method, path, answer),
  errors: {
    mediaType: problemMediaType,
    schema: 'Problem',
    types: Object.values(v1Errors),
    read(json) {
      const problem = json as ProblemBody;
      return { id: requestIdOf(problem), type: problem.type.replace('/docs/v1#error-', ''), message: problem.title };
    },
  },
  drawNames: drawV1Names,
};

export const fuzzedInterfaces: readonly FuzzedInterface[] = [interfaceV1, interfaceV2];
