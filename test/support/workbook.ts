// Makes a workbook as Excel saves it, with one sheet.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipOf } from '../../src/platform/files/zip-archive.ts';

export type Cell = string | number | { readonly day: string };

const DAY_MS = 24 * 3_600_000;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function cellXml(cell: Cell, at: string): string {
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  return `<c r="${at}" s="1"><v>${(Date.parse(cell.day) - Date.UTC(1899, 11, 30)) / DAY_MS}</v></c>`;
}

const rowXml = (cells: readonly Cell[], row: number) =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${row}`)).join('')}</row>`;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const link = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;

/** @param rows of at most 26 cells */
export function workbook(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships">${link('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Candidates" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${link('rId1', 'worksheet', 'worksheets/sheet1.xml')}${link('rId2', 'styles', 'styles.xml')}</Relationships>`,
    // The second format is 14, a day.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.map((cells, at) => rowXml(cells, at + 1)).join('')}</sheetData></worksheet>`,
  };
  const entries = async function* () {
    for (const [path, content] of Object.entries(parts)) yield { path, content: Readable.from([Buffer.from(content)]) };
  };
  return buffer(Readable.from(zipOf(entries(), new Date(0))));
}
