// The format of every stored file: AES-256-GCM in blocks, so that files of any size need constant memory.
import { createCipheriv, createDecipheriv, createHash, type KeyObject } from 'node:crypto';
import { releasing } from '../../lib/released-bytes.ts';
import type { DataKey } from '../encryption/account-key.ts';
import { newSecret, unreadable } from '../encryption/sealed-value.ts';
import type { FileContent, StoredFile } from './file-store.ts';

/** A file is 64 KiB blocks, the last one shorter: ciphertext and its tag; the first block begins with format and salt. */
export const BLOCK_BYTES = 64 * 1024;
const FORMAT = 1;
const HEADER_BYTES = 17;
const TAG_BYTES = 16;

interface Piece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Cuts `content` into pieces of `size`, the first one shorter by `less`. A piece is valid until the next one is requested. */
async function* inPieces(content: FileContent, size: number, less = 0): AsyncGenerator<Piece> {
  const piece = Buffer.allocUnsafe(size);
  let room = size - less;
  let filled = 0;
  for await (const bytes of content instanceof Uint8Array ? [content] : content) {
    for (let at = 0; at < bytes.length; ) {
      // A piece is yielded only when more data follows, because the last one must be marked.
      if (filled === room) {
        yield { bytes: piece.subarray(0, filled), isLast: false };
        room = size;
        filled = 0;
      }
      const part = bytes.subarray(at, at + room - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true };
}

/** The key is used for one file only, so a counter is a safe nonce; the mark of the last block reveals a truncated file. */
function blockNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function fileKey(key: DataKey, name: string, salt: Uint8Array): KeyObject {
  return key.derive(`file ${name}`, salt);
}

/** `sealed` is what to store, in parts of any size that the reader owns; `stored()` returns after all are read. */
export function sealFile(name: string, content: FileContent, key: DataKey) {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let size = 0;
  async function* sealed(): AsyncGenerator<Buffer> {
    const salt = newSecret(HEADER_BYTES - 1);
    const secret = fileKey(key, name, salt);
    yield Buffer.concat([Buffer.of(FORMAT), salt]);
    let index = 0;
    for await (const { bytes, isLast } of inPieces(content, BLOCK_BYTES - TAG_BYTES, HEADER_BYTES)) {
      md5.update(bytes);
      sha256.update(bytes);
      size += bytes.length;
      const cipher = createCipheriv('aes-256-gcm', secret, blockNonce(index, isLast));
      yield cipher.update(bytes);
      cipher.final();
      yield cipher.getAuthTag();
      index += 1;
    }
  }
  const stored = (): StoredFile => ({ size, md5: md5.digest('hex'), sha256: sha256.digest('hex') });
  return { sealed: sealed(), stored };
}

function openBlock(secret: KeyObject, nonce: Buffer, block: Buffer): Buffer {
  const tagAt = block.length - TAG_BYTES;
  if (tagAt < 0) throw unreadable('a stored file');
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(block.subarray(tagAt));
  const text = decipher.update(block.subarray(0, tagAt));
  try {
    decipher.final();
  } catch (error) {
    throw unreadable('a stored file', error);
  }
  return text;
}

/** Takes ownership of the parts that it reads; what it yields belongs to its reader. */
export async function* openFile(name: string, sealed: AsyncIterable<Buffer>, key: DataKey): AsyncGenerator<Buffer> {
  let secret: KeyObject | undefined;
  let index = 0;
  for await (const { bytes, isLast } of inPieces(releasing(sealed), BLOCK_BYTES)) {
    let block = bytes;
    if (secret === undefined) {
      if (bytes.length < HEADER_BYTES || bytes[0] !== FORMAT) throw unreadable('a stored file');
      secret = fileKey(key, name, bytes.subarray(1, HEADER_BYTES));
      block = bytes.subarray(HEADER_BYTES);
    }
    yield openBlock(secret, blockNonce(index, isLast), block);
    index += 1;
  }
}
