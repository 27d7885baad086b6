// What the reference pages show, read from an OpenAPI document: pages by tag, operations, attributes, objects; pure.

type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  required?: readonly string[];
  examples?: readonly unknown[];
}>;

type Content = Readonly<
  Record<
    string,
    { readonly schema: Schema; readonly example?: unknown; readonly examples?: Readonly<Record<string, unknown>> }
  >
>;
type Response = Readonly<{ $ref?: string; description: string; content?: Content }>;
type Parameter = Readonly<{
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: Schema;
  example: unknown;
}>;
type Operation = Readonly<{
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  servers?: unknown;
  parameters: readonly Parameter[];
  requestBody?: { readonly content: Content };
  responses: Readonly<Record<string, Response>>;
  'x-codeSamples'?: readonly { readonly source: string }[];
}>;
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

type ErrorExample = Readonly<{
  summary: string;
  'x-status': number;
  /** An error of interface v2, or a problem of v1. */
  value: { readonly error: { readonly message: string } } | { readonly title: string };
}>;

/** The part of OpenAPI 3.1 that our documents use. */
export type OpenApi = Readonly<{
  info: { readonly title: string; readonly summary: string; readonly description: string };
  servers: readonly { readonly url: string }[];
  tags: readonly { readonly name: string; readonly description: string }[];
  paths: Paths;
  webhooks: Paths;
  components: Readonly<{
    parameters: Readonly<Record<string, Parameter>>;
    responses: Readonly<Record<string, Response>>;
    examples: Readonly<Record<string, ErrorExample>>;
    schemas: Readonly<Record<string, Schema>>;
  }>;
}>;

/** A type in words; `object` leads to the table of that name. */
interface TypeView {
  readonly before: string;
  readonly object?: string;
}

export interface AttributeView extends TypeView {
  readonly name: string;
  readonly note: string;
  readonly description: string;
  readonly values: readonly string[];
  readonly example: string;
}

export interface ErrorView {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly when: string;
}

export interface OperationView {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isStagingOnly: boolean;
  readonly parameters: readonly AttributeView[];
  readonly body: ObjectView | undefined;
  readonly form: string;
  readonly curl: string;
  readonly answers: readonly { readonly status: string; readonly description: string; readonly example: string }[];
  readonly errors: readonly ErrorView[];
}

export interface ObjectView {
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly AttributeView[];
}

export interface TagView {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationView[];
  readonly objects: readonly ObjectView[];
  readonly events: readonly { readonly name: string; readonly summary: string; readonly note: string }[];
  readonly eventHeaders: readonly AttributeView[];
  readonly eventExample: string;
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);
const printed = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2));
const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

const words: Readonly<Record<string, string>> = {
  'string uuid': 'UUID',
  'string date': 'date, yyyy-mm-dd',
  'string date-time': 'timestamp',
  'string country': 'three-letter country code',
  string: 'text',
  integer: 'integer',
  boolean: 'true or false',
  object: 'hash',
  null: 'null',
};

function typeOf(schema: Schema): TypeView {
  if (schema.$ref !== undefined) return { before: '', object: nameOf(schema.$ref) };
  const types = [schema.type ?? []].flat();
  const orNull = types.length > 1 && types.includes('null') ? ' or null' : '';
  if (types.includes('integer') && types.includes('string')) return { before: `integer, also as text${orNull}` };
  const type = types.find((one) => one !== 'null') ?? types[0] ?? '';
  if (type === 'array') {
    const inner = typeOf(schema.items ?? {});
    return inner.object === undefined
      ? { before: `list${inner.before === '' ? '' : ` of ${inner.before}`}${orNull}` }
      : { before: `list${orNull} of `, object: inner.object };
  }
  const map = schema.additionalProperties;
  if (type === 'object' && typeof map === 'object') return { before: 'hash of ', object: nameOf(map.$ref ?? '') };
  const choice = schema.type === undefined ? schema.anyOf?.find((one) => one.$ref !== undefined) : undefined;
  if (choice !== undefined) return { before: 'UUID or ', object: nameOf(choice.$ref ?? '') };
  return { before: `${words[`${type} ${schema.format}`] ?? words[type] ?? 'anything'}${orNull}` };
}

function attributeOf(document: OpenApi, name: string, schema: Schema, note: string): AttributeView {
  const type = typeOf(schema);
  const described = schema.$ref === undefined ? schema : document.components.schemas[nameOf(schema.$ref)];
  const values = schema.enum ?? schema.items?.enum ?? schema.anyOf?.find((one) => one.enum !== undefined)?.enum ?? [];
  const example = schema.examples?.[0];
  return {
    ...type,
    name,
    note,
    description: described?.description ?? '',
    values: values.filter((value) => value !== null).map(String),
    example: example === undefined || example === null || typeof example === 'object' ? '' : String(example),
  };
}

function objectOf(document: OpenApi, name: string, marksRequired: boolean): ObjectView {
  const schema = document.components.schemas[name] ?? {};
  const required = new Set(schema.required);
  return {
    name,
    description: schema.description ?? '',
    attributes: Object.entries(schema.properties ?? {}).map(([attribute, property]) =>
      attributeOf(document, attribute, property, marksRequired && required.has(attribute) ? 'required' : ''),
    ),
  };
}

const json = 'application/json';

function parameterOf(document: OpenApi, given: Parameter): AttributeView {
  const { name, schema, required, description, example, ...place } =
    given.$ref === undefined ? given : document.components.parameters[nameOf(given.$ref)]!;
  const note = `${place.in}${required ? ', required' : ''}`;
  return attributeOf(document, name, { ...schema, description, examples: [example] }, note);
}

function errorOf(type: string, example: ErrorExample): ErrorView {
  const { value } = example;
  const message = 'error' in value ? value.error.message : value.title;
  return { status: example['x-status'], type, message, when: example.summary };
}

/** The types of error that a response may carry; none where it is no error. */
const examplesIn = ({ content }: Response) => Object.values(content ?? {})[0]?.examples ?? {};

function errorsOf({ components }: OpenApi, responses: Operation['responses']): ErrorView[] {
  return Object.values(responses).flatMap((given) => {
    const response = given.$ref === undefined ? given : components.responses[nameOf(given.$ref)]!;
    return Object.keys(examplesIn(response)).map((type) => errorOf(type, components.examples[type]!));
  });
}

function operationOf(document: OpenApi, path: string, method: string, operation: Operation): OperationView {
  const body = operation.requestBody?.content;
  const bodyName = nameOf(body?.[json]?.schema.$ref ?? '');
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    isStagingOnly: operation.servers !== undefined,
    parameters: operation.parameters.map((parameter) => parameterOf(document, parameter)),
    body: body === undefined ? undefined : objectOf(document, bodyName, true),
    curl: operation['x-codeSamples']?.[0]?.source ?? '',
    form: operation['x-codeSamples']?.[1]?.source ?? '',
    answers: Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { description, content }]) => ({
        status,
        description,
        example: printed(content?.[json]?.example),
      })),
    errors: errorsOf(document, operation.responses),
  };
}

/** Names of the objects that a schema leads to, itself included, in the order in which they are met. */
function objectsFrom(document: OpenApi, schema: Schema | undefined, found: Set<string>): void {
  if (schema === undefined) return;
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    if (found.has(name)) return;
    found.add(name);
    objectsFrom(document, document.components.schemas[name], found);
  }
  const map = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items, ...map]) {
    objectsFrom(document, inner, found);
  }
}

const operationsIn = (paths: Paths, tag: string) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  );

function tagOf(document: OpenApi, { name, description }: OpenApi['tags'][number]): TagView {
  const operations = operationsIn(document.paths, name);
  const events = operationsIn(document.webhooks, name);
  const found = new Set<string>();
  const shownWithOperations = new Set<string>();
  for (const { operation } of [...operations, ...events]) {
    const body = operation.requestBody?.content[json]?.schema;
    // A body's own table stands with its operation; a notification's has none there.
    if (body?.$ref !== undefined && operation['x-codeSamples'] !== undefined)
      shownWithOperations.add(nameOf(body.$ref));
    objectsFrom(document, body, found);
    for (const response of Object.values(operation.responses)) {
      if (response.description !== undefined && Object.keys(examplesIn(response)).length === 0) {
        objectsFrom(document, response.content?.[json]?.schema, found);
      }
    }
  }
  const first = events[0]?.operation;
  return {
    slug: slugOf(name),
    name,
    description,
    operations: operations.map(({ path, method, operation }) => operationOf(document, path, method, operation)),
    objects: [...found]
      .filter((object) => !shownWithOperations.has(object))
      .map((object) => objectOf(document, object, object.endsWith('Arguments'))),
    events: events.map(({ path, operation }) => ({
      name: path,
      summary: operation.summary,
      note: operation.description ?? '',
    })),
    eventHeaders: first?.parameters.map((parameter) => parameterOf(document, parameter)) ?? [],
    eventExample: printed(
      (events.find(({ path }) => path === 'report.completed') ?? events[0])?.operation.requestBody?.content[json]
        ?.example,
    ),
  };
}

export const tagViews = (document: OpenApi): readonly TagView[] => document.tags.map((tag) => tagOf(document, tag));

export interface GuideSection {
  readonly title: string;
  readonly paragraphs: readonly { readonly text: string; readonly code?: string }[];
}

/** The line that begins or ends a block of code. */
const codeFence = /^```\w*\n?/m;

const paragraphsIn = (section: string) =>
  section.split(codeFence).flatMap((piece, index) =>
    index % 2 === 1
      ? [{ text: '', code: piece }]
      : piece
          .split(/\n+/)
          .filter((text) => text !== '')
          .map((text) => ({ text })),
  );

/** The description's headings, with the paragraphs and blocks of code below each. */
export function guideOf({ info }: Pick<OpenApi, 'info'>): GuideSection[] {
  return info.description.split(/^## /m).flatMap((section) => {
    const [title = '', ...lines] = section.trim().split('\n');
    return title === '' ? [] : [{ title, paragraphs: paragraphsIn(lines.join('\n')) }];
  });
}

/** Every type of error, by status. */
export function errorViews({ components }: Pick<OpenApi, 'components'>): ErrorView[] {
  return Object.entries(components.examples)
    .map(([type, example]) => errorOf(type, example))
    .sort((one, other) => one.status - other.status);
}
