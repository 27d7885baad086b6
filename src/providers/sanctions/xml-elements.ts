// Reads elements of an XML file one by one, each whole, whatever the size of the file.
import { SaxesParser } from 'saxes';
import { ListError } from './listed-person.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
  /** The line on which it begins. */
  readonly line: number;
}

type OpenElement = { -readonly [K in keyof XmlElement]: XmlElement[K] } & { readonly children: XmlElement[] };

/** The maximum size of one element with its content: far more than any list has. */
const largestElement = 4 * 1024 * 1024;

/** Names without their prefix. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * @param root its name; it comes first, empty
 * @param wanted names of elements; what is outside of them is read over
 * @throws ListError where the file is no XML, or another one, or ends too early
 */
export async function* xmlElements(
  content: AsyncIterable<Uint8Array>,
  root: string,
  wanted: ReadonlySet<string>,
): AsyncGenerator<XmlElement, void, undefined> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let ready: XmlElement[] = [];
  const open: OpenElement[] = [];
  let size = 0;
  /** Bytes since the parser's last event: it buffers a text, a tag or a comment until its end. */
  let unsaid = 0;
  let hasRoot = false;

  const fail = (reason: string): never => {
    throw new ListError(parser.line, reason);
  };
  const grow = (by: number) => {
    unsaid = 0;
    size += by;
    if (size > largestElement) fail('an element is too large');
  };
  parser.on('error', () => fail('is not well-formed XML'));
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: localName(name), attributes, children: [], text: '', line: parser.line };
    if (!hasRoot) {
      hasRoot = true;
      if (element.name !== root) fail(`begins with ${element.name}`);
      ready.push(element);
    }
    unsaid = 0;
    if (open.length === 0 && !wanted.has(element.name)) return;
    if (open.length === 0) size = 0;
    grow(100 + Object.values(attributes).reduce((sum, value) => sum + value.length, 0));
    open.push(element);
  });
  const addText = (text: string) => {
    const inner = open.at(-1);
    if (inner === undefined) return;
    grow(text.length);
    inner.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    unsaid = 0;
    const closed = open.pop();
    if (closed === undefined) return;
    const parent = open.at(-1);
    if (parent === undefined) ready.push(closed);
    else parent.children.push(closed);
  });

  const decoded = (chunk?: Uint8Array) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      return fail('is not UTF-8');
    }
  };
  for await (const chunk of content) {
    const text = decoded(chunk);
    parser.write(text);
    unsaid += text.length;
    if (unsaid > largestElement) fail('an element is too large');
    yield* ready;
    ready = [];
  }
  parser.write(decoded()).close();
  yield* ready;
}

/** Elements at the end of a path of names below this one. */
export function at(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  let found: readonly XmlElement[] = [element];
  for (const name of path) found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return [...found];
}

/** The text of the first element there, trimmed; empty where there is none. */
export const textAt = (element: XmlElement, ...path: readonly string[]) => at(element, ...path)[0]?.text.trim() ?? '';
