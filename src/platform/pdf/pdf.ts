// Makes PDF/UA-1 documents from our Typst templates: data goes in as JSON, never as markup, and nothing touches the disk.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NodeCompiler, NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { typefacesFor } from './other-scripts.ts';
import { missingIn, onlyLatin, printable, REPLACEMENT, replaceCharacters } from './pdf-text.ts';

/** Templates are beside the feature that they belong to; none may read files outside our own source. */
const SOURCE_FOLDER = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

let compiler: Promise<NodeCompiler> | undefined;

/** Loaded with the first document, because the start of the program does not need its 50 ms and 40 MB. */
function loadCompiler(): Promise<NodeCompiler> {
  compiler ??= newCompiler([]);
  return compiler;
}

/** @param fontBlobs typefaces beside its own */
async function newCompiler(fontBlobs: readonly Buffer[]): Promise<NodeCompiler> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
  return NodeCompiler.create({ workspace: SOURCE_FOLDER, fontArgs: [{ fontBlobs: [...fontBlobs] }] });
}

/** The message contains nothing of the document, because it may be stored with a job; `diagnostics` is for developers. */
function pdfFailure(diagnostics: string): Error {
  return Object.assign(new Error('the document could not be made'), { code: 'pdf_failed', diagnostics });
}

/** Pictures by their file names, as the template names them. */
type Images = Readonly<Record<string, Buffer>>;

interface Sources {
  readonly template: string;
  readonly images: Images;
  /** Families for the scripts of the document, after that of the template. */
  readonly families: readonly string[];
}

function compile(typst: NodeCompiler, { template, images, families }: Sources, data: string): Buffer {
  const inputs = { data, replaced: String(data.includes(REPLACEMENT)), families: JSON.stringify(families) };
  for (const [name, content] of Object.entries(images)) typst.mapShadow(join(dirname(template), name), content);
  try {
    const compiled = typst.compile({ mainFilePath: template, inputs });
    const document = compiled.result;
    if (document === null) throw pdfFailure(JSON.stringify(compiled.takeError()?.shortDiagnostics ?? []));
    return printed(typst, document);
  } finally {
    // The compiler caches what it laid out, which is personal data: emptying the cache costs no time.
    typst.evictCache(0);
    typst.resetShadow();
  }
}

function printed(typst: NodeCompiler, document: NodeTypstDocument): Buffer {
  try {
    return typst.pdf(document, { pdfStandard: 'ua-1' });
  } catch (error) {
    throw pdfFailure((error as Error).message);
  }
}

/**
 * @param template path of a `.typ` file that reads `json(bytes(sys.inputs.data))`, sets title, language and date, adds
 * `json(bytes(sys.inputs.families))` to its own typeface, and says what □ means where `sys.inputs.replaced` is "true"
 * @param data plain values with keys of ours; a character that no font can show becomes □, so that no name fails a document
 * @param images files that the template finds beside itself
 */
export async function renderPdf({
  template,
  data,
  images = {},
}: {
  readonly template: string;
  readonly data: unknown;
  readonly images?: Images;
}): Promise<Buffer> {
  const json = printable(data);
  const { families, fonts } = await typefacesFor(json);
  // Typefaces of a document contain its characters alone.
  const typst = fonts.length === 0 ? await loadCompiler() : await newCompiler(fonts);
  const sources = { template, images, families };
  try {
    return compile(typst, sources, json);
  } catch (error) {
    const missing = missingIn((error as { diagnostics?: string }).diagnostics ?? '');
    try {
      return compile(typst, sources, replaceCharacters(json, missing));
    } catch {
      return compile(typst, sources, onlyLatin(json));
    }
  }
}
