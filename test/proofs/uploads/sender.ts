// Sends files over HTTPS, whole or broken off at any byte.
import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';

export interface Receiver {
  readonly url: string;
  readonly ca: string;
  readonly key: string;
  readonly orderId: number;
}

export interface Sender {
  /** The checksum that was answered, by the file's token, where it was answered as stored. */
  readonly acknowledged: Map<string, string>;
  /** Answered with another hash than the file has, or refused. */
  readonly wrong: string[];
  /** @param breakAt bytes after which the connection is cut; undefined sends it whole */
  send(content: Buffer, breakAt?: number): Promise<void>;
  close(): void;
}

export function openSender({ url, ca, key, orderId }: Receiver): Sender {
  const agent = new Agent({ keepAlive: true, ca, servername: 'localhost' });
  const acknowledged = new Map<string, string>();
  const wrong: string[] = [];
  return {
    acknowledged,
    wrong,
    close: () => agent.destroy(),
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
