// Sends files over HTTPS, complete or interrupted at any byte, and reads them back.
import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';

export interface Receiver {
  readonly url: string;
  readonly ca: string;
  readonly key: string;
  readonly orderId: number;
}

export interface Sender {
  /** The answered checksum by token, for uploads that were answered as stored. */
  readonly acknowledged: Map<string, string>;
  /** Uploads that were refused, or answered with a wrong hash. */
  readonly wrong: string[];
  /** @param breakAt bytes after which the connection is cut; undefined sends the whole file */
  send(content: Buffer, breakAt?: number): Promise<void>;
  /** The MD5 of the file that is read back under the token. */
  read(fileToken: string): Promise<string>;
  close(): void;
}

/** The hash of the file in a download, which is processed as a stream. */
async function hashOf(download: AsyncIterable<string>): Promise<string> {
  const [md5, opening] = [createHash('md5'), '"file":"'];
  let [waiting, isInside] = ['', false];
  for await (const part of download) {
    waiting += part;
    const at = isInside ? 0 : waiting.indexOf(opening) + opening.length;
    if (at < opening.length && !isInside) continue;
    isInside = true;
    waiting = waiting.slice(at);
    const [letters = ''] = waiting.split('"', 1);
    const whole = letters.length - (letters.length % 4);
    md5.update(letters.slice(0, whole), 'base64');
    waiting = waiting.slice(whole);
  }
  return md5.digest('hex');
}

export function openSender({ url, ca, key, orderId }: Receiver): Sender {
  const agent = new Agent({ keepAlive: true, ca, servername: 'localhost' });
  const acknowledged = new Map<string, string>();
  const wrong: string[] = [];
  return {
    acknowledged,
    wrong,
    close: () => agent.destroy(),
    read: (fileToken) =>
      new Promise((resolve, reject) => {
        const path = `${url}/api/v1/attachments/download?fileToken=${fileToken}`;
        // A connection of its own, because an idle one may be closed at any moment.
        const own = { agent: false, ca, servername: 'localhost' };
        const reading = request(path, { ...own, headers: { authorization: key } }, (answer) =>
          hashOf(answer.setEncoding('latin1')).then(resolve, reject),
        );
        reading.on('error', reject).end();
      }),
    send: (content, breakAt) =>
      new Promise((resolve) => {
        const fileToken = randomUUID();
        const query = new URLSearchParams({ fileToken, orderId: String(orderId), fileName: 'a.txt' });
        const headers = { authorization: key, 'content-length': content.length };
        const sending = request(`${url}/api/v1/attachments?${query}`, { agent, method: 'POST', headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer
            .on('error', () => resolve())
            .on('end', () => {
              const isStored = answer.statusCode === 201;
              const checksum = isStored ? (JSON.parse(text) as { checksum: string }).checksum : undefined;
              if (checksum !== undefined) acknowledged.set(fileToken, checksum);
              if (checksum !== createHash('md5').update(content).digest('hex'))
                wrong.push(`${fileToken} ${answer.statusCode} ${text}`);
              resolve();
            });
        });
        sending.on('error', (error) => {
          if (breakAt === undefined) wrong.push(`${fileToken} ${error.message}`);
          resolve();
        });
        if (breakAt === undefined) sending.end(content);
        else sending.write(content.subarray(0, breakAt), () => sending.destroy());
      }),
  };
}
