// Extracts from an OpenAPI document what the reference pages show: tags, operations, objects, errors and guide; pure.

type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema;
  required?: readonly string[];
  examples?: readonly unknown[];
}>;
type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly example?: unknown; readonly examples?: object }>
>;
type Parameter = Readonly<{
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
  responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}>;
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type ErrorExample = Readonly<{
  summary: string;
  'x-status': number;
  /** An error of interface v2, or a problem document of v1. */
  value: { readonly error?: { readonly message: string }; readonly title?: string };
}>;

/** The part of OpenAPI 3.1 that our documents use, with references resolved except those to schemas. */
export type OpenApi = Readonly<{
  info: { readonly title: string; readonly summary: string; readonly description: string };
  servers: readonly { readonly url: string }[];
  tags: readonly { readonly name: string; readonly description: string }[];
  paths: Paths;
  webhooks: Paths;
  components: Readonly<{
    examples: Readonly<Record<string, ErrorExample>>;
    schemas: Readonly<Record<string, Schema>>;
  }>;
}>;

/** Resolves the document's references, except those to schemas, to which pages link by name. */
export function resolved(document: object): OpenApi {
  const lookUp = (path: string) =>
    path.split('/').reduce((at: unknown, part) => (at as Record<string, unknown>)[part], document);
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as Schema;
    if ($ref !== undefined) return $ref.includes('/schemas/') ? value : resolve(lookUp($ref.slice(2)));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
  };
  return resolve(document) as OpenApi;
}

const nameOf = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1);
const printed = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2));

function attributeOf({ components }: OpenApi, name: string, schema: Schema, note: string) {
  const object = [schema, schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])].find((one) => one?.$ref);
  const values = [schema, schema.items, ...(schema.anyOf ?? [])].flatMap((one) => one?.enum ?? []);
  const example = schema.examples?.[0];
  const { type = object === schema ? [] : 'any', format, description } = schema;
  return {
    name,
    type: `${[type].flat().join(' or ')}${format === undefined ? '' : ` (${format})`}`,
    object: object === undefined ? '' : nameOf(object),
    note,
    description: description ?? components.schemas[nameOf(schema)]?.description ?? '',
    values: values.filter((value) => value !== null),
    example: typeof example === 'object' ? '' : example,
  };
}

/** @param shape a schema or a reference to one */
function attributesOf(document: OpenApi, shape: Schema) {
  const { properties = {}, required = [] } = document.components.schemas[nameOf(shape)] ?? shape;
  return Object.entries(properties).map(([name, schema]) =>
    attributeOf(document, name, schema, required.includes(name) ? 'required' : ''),
  );
}

const parametersOf = (document: OpenApi, { parameters }: Operation) =>
  parameters.map(({ name, in: place, required, description, schema, example }) =>
    attributeOf(
      document,
      name,
      { ...schema, description, examples: [example] },
      `${place}${required ? ', required' : ''}`,
    ),
  );

const json = 'application/json';

function operationOf(document: OpenApi, path: string, method: string, operation: Operation) {
  const body = operation.requestBody?.content[json]?.schema;
  const responses = Object.entries(operation.responses);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    isStagingOnly: operation.servers !== undefined,
    parameters: parametersOf(document, operation),
    body: body && {
      description: document.components.schemas[nameOf(body)]?.description,
      attributes: attributesOf(document, body),
    },
    samples: operation['x-codeSamples'] ?? [],
    answers: responses
      .filter(([status]) => status < '4')
      .map(([status, { description, content }]) => ({
        status,
        description,
        object: nameOf(content?.[json]?.schema ?? {}),
        example: printed(content?.[json]?.example),
      })),
    errors: responses.flatMap(([status, { content }]) =>
      Object.values(content ?? {}).flatMap(({ examples = {} }) =>
        Object.keys(examples).map((type) => ({ status, type })),
      ),
    ),
  };
}

const operationsIn = (document: OpenApi, paths: Paths, tag: string) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => operationOf(document, path, method, operation)),
  );

export const tagsOf = (document: OpenApi) =>
  document.tags.map(({ name, description }) => ({
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    /** The first paragraph says what the operations are for. */
    description: description.split('\n\n', 1)[0] ?? '',
    more: description.split('\n\n').slice(1),
    operations: operationsIn(document, document.paths, name),
    notifications: operationsIn(document, document.webhooks, name),
    notificationExample: printed(Object.values(document.webhooks)[0]?.post?.requestBody?.content[json]?.example),
  }));

/** The examples without the option of curl that names the authority of a local certificate. */
export const withoutAuthority = (tags: ReturnType<typeof tagsOf>) =>
  tags.map((tag) => ({
    ...tag,
    operations: tag.operations.map(({ samples, ...operation }) => ({
      ...operation,
      samples: samples.map((sample) => ({ ...sample, source: sample.source.replace(' --cacert "$CA"', '') })),
    })),
  }));

/** The tags with operations that contain every word of the query, reduced to these operations. */
export function search(tags: ReturnType<typeof tagsOf>, query: string) {
  const words = query.toLowerCase().split(/\s+/);
  const says = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return tags
    .map((tag) => ({
      ...tag,
      operations: tag.operations.filter(({ summary, method, path, description }) =>
        says([tag.name, tag.description, summary, method, path, description].join(' ')),
      ),
    }))
    .filter(({ operations }) => operations.length > 0);
}

export const objectsOf = (document: OpenApi) =>
  Object.entries(document.components.schemas).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    attributes: attributesOf(document, schema),
  }));

interface Paragraph {
  readonly text: string;
  readonly code?: string;
}

const paragraphsIn = (section: string): Paragraph[] =>
  section
    .split(/^```\w*\n?/m)
    .flatMap((piece, index): Paragraph[] =>
      index % 2 === 1 ? [{ text: '', code: piece }] : piece.split(/\n+/).map((text) => ({ text })),
    )
    .filter(({ text, code = text }) => code !== '');

/** The headings of the description, with the paragraphs and code blocks below each. */
export const guideOf = ({ info }: Pick<OpenApi, 'info'>) =>
  info.description
    .split(/^## /m)
    .filter((section) => section.trim() !== '')
    .map((section) => {
      const [title = '', ...lines] = section.trim().split('\n');
      return { title, id: title.toLowerCase().replaceAll(' ', '-'), paragraphs: paragraphsIn(lines.join('\n')) };
    });

/** Every error type, by status. */
export const errorsOf = ({ components }: Pick<OpenApi, 'components'>) =>
  Object.entries(components.examples)
    .map(([type, { summary, value, 'x-status': status }]) => ({
      status,
      type,
      message: value.error?.message ?? value.title ?? '',
      when: summary,
    }))
    .sort((one, other) => one.status - other.status);
