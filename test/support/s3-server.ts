// A small S3 server for tests: one bucket in memory, with the operations and errors that the file store needs.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredObject {
  readonly bytes: Buffer;
  readonly at: Date;
}

/** Every version stays, also of a deleted object. */
interface Version {
  readonly key: string;
  /** The value of x-amz-object-lock-mode. */
  readonly lockMode: string | undefined;
  readonly lockedUntil: Date | undefined;
}

interface Unfinished {
  readonly key: string;
  readonly at: Date;
  readonly parts: Map<number, Buffer>;
}

interface Answer {
  readonly status: number;
  readonly body?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly objects: Map<string, StoredObject>;
  readonly versions: Version[];
  readonly unfinished: Map<string, Unfinished>;
  /** Answers 500 to the next requests of this method, as many times. */
  failNext(method: string, times: number): void;
  /** Delays requests of this method until the promise settles. */
  hold(method: string, until: Promise<void>): void;
  /** The number of requests of this method that were delayed. */
  held(method: string): number;
  /** Dates the beginning of later writes so much earlier. */
  beginEarlier(ms: number): void;
  close(): Promise<void>;
}

const leastPartBytes = 5 * 2 ** 20;
const tag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (root: string, inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${root}>`;
const refused = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

/** The body without the signed chunks and the trailer that the SDK may add. */
function unwrapped(request: IncomingMessage, body: Buffer): Buffer {
  if (!String(request.headers['content-encoding'] ?? '').includes('aws-chunked')) return body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.subarray(at, end).toString('latin1'), 16);
    if (!(length > 0)) break;
    parts.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(parts);
}

function completed(server: Pick<S3Server, 'objects' | 'unfinished'>, id: string): Answer {
  const upload = server.unfinished.get(id);
  if (upload === undefined) return refused(404, 'NoSuchUpload');
  const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
  if (parts.slice(0, -1).some((part) => part.length < leastPartBytes)) return refused(400, 'EntityTooSmall');
  const bytes = Buffer.concat(parts);
  // As in Amazon's S3, an object in parts has the date of its beginning.
  server.objects.set(upload.key, { bytes, at: upload.at });
  server.unfinished.delete(id);
  return { status: 200, body: xml('CompleteMultipartUploadResult', `<ETag>${tag(bytes)}</ETag>`) };
}

type Call = Pick<S3Server, 'objects' | 'versions' | 'unfinished'> & {
  readonly headers: IncomingMessage['headers'];
  readonly now: Date;
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
};

function listed({ objects, unfinished, query }: Call): Answer {
  if (query.has('uploads')) {
    const uploads = [...unfinished].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
    return {
      status: 200,
      body: xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${uploads.join('')}`),
    };
  }
  // Two per page, so that listing needs several requests.
  const keys = [...objects.keys()].sort().filter((key) => key > (query.get('continuation-token') ?? ''));
  const page = keys.slice(0, 2);
  const contents = page.map((key) => {
    const { bytes, at } = objects.get(key)!;
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`;
  });
  const more = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const inner = `<IsTruncated>${more !== ''}</IsTruncated>${contents.join('')}${more}`;
  return { status: 200, body: xml('ListBucketResult', inner) };
}

/** Two per page, as in `listed`. */
function listedVersions({ versions, query }: Call): Answer {
  const prefix = query.get('prefix') ?? '';
  const all = versions
    .map((version, index) => ({ ...version, id: String(index) }))
    .filter(({ key }) => key.startsWith(prefix))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  const from = all.findIndex(({ id }) => id === query.get('version-id-marker')) + 1;
  const page = all.slice(from, from + 2);
  const contents = page.map(({ key, id }) => `<Version><Key>${key}</Key><VersionId>${id}</VersionId></Version>`);
  const last = page.at(-1);
  const isMore = from + 2 < all.length;
  const markers = isMore
    ? `<NextKeyMarker>${last!.key}</NextKeyMarker><NextVersionIdMarker>${last!.id}</NextVersionIdMarker>`
    : '';
  const inner = `<IsTruncated>${isMore}</IsTruncated>${contents.join('')}${markers}`;
  return { status: 200, body: xml('ListVersionsResult', inner) };
}

function answerTo(call: Call): Answer {
  const { method, key, query, body, objects, versions, unfinished, now } = call;
  const uploadId = query.get('uploadId');
  if (method === 'GET' && key === '') return query.has('versions') ? listedVersions(call) : listed(call);
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID();
    unfinished.set(id, { key, at: now, parts: new Map() });
    return { status: 200, body: xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`) };
  }
  if (method === 'POST' && uploadId !== null) return completed(call, uploadId);
  if (method === 'PUT' && uploadId !== null) {
    const upload = unfinished.get(uploadId);
    if (upload === undefined) return refused(404, 'NoSuchUpload');
    upload.parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: tag(body) } };
  }
  if (method === 'PUT') {
    objects.set(key, { bytes: body, at: now });
    const until = call.headers['x-amz-object-lock-retain-until-date'];
    versions.push({
      key,
      lockMode: call.headers['x-amz-object-lock-mode']?.toString(),
      lockedUntil: until === undefined ? undefined : new Date(String(until)),
    });
    return { status: 200, headers: { etag: tag(body) } };
  }
  if (method === 'DELETE') {
    if (uploadId === null) objects.delete(key);
    else unfinished.delete(uploadId);
    return { status: 204 };
  }
  const object = objects.get(key);
  return object === undefined ? refused(404, 'NoSuchKey') : { status: 200, body: object.bytes };
}

export async function startS3Server(): Promise<S3Server> {
  const bucket = 'test-bucket';
  const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'test-secret' };
  const stored = {
    objects: new Map<string, StoredObject>(),
    versions: [] as Version[],
    unfinished: new Map<string, Unfinished>(),
  };
  const failing = new Map<string, number>();
  const holding = new Map<string, { until: Promise<void>; count: number }>();
  let earlier = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? 'GET';
    const body = unwrapped(request, await buffer(request));
    const [, inBucket = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    const isSigned = request.headers.authorization?.includes(`Credential=${credentials.accessKeyId}/`) ?? false;
    const hold = holding.get(method);
    if (hold !== undefined) {
      hold.count += 1;
      await hold.until;
    }
    const left = failing.get(method) ?? 0;
    failing.set(method, left - 1);
    let answer: Answer;
    if (left > 0) answer = refused(500, 'InternalError');
    else if (!isSigned) answer = refused(403, 'AccessDenied');
    else if (inBucket !== bucket) answer = refused(404, 'NoSuchBucket');
    else {
      const now = new Date(Date.now() - earlier);
      const { headers } = request;
      answer = answerTo({
        ...stored,
        headers,
        method,
        now,
        key: decodeURIComponent(key),
        query: url.searchParams,
        body,
      });
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    credentials,
    ...stored,
    failNext: (method, times) => void failing.set(method, times),
    hold: (method, until) => void holding.set(method, { until, count: 0 }),
    held: (method) => holding.get(method)?.count ?? 0,
    beginEarlier(ms) {
      earlier = ms;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
