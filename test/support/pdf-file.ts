// A small valid PDF file whose pages each show one line of text.

export function pdfFile(...pages: readonly string[]): Buffer {
  const kids = pages.map((_, n) => `${4 + n * 2} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((text, n) => {
      const drawing = `BT /F 24 Tf 40 700 Td (${text}) Tj ET 0 0.4 0.6 rg 40 600 300 40 re f`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + n * 2} 0 R>>`,
        `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.7\n';
  const offsets = objects.map((content, n) => {
    const offset = body.length;
    body += `${n + 1} 0 obj${content}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${body}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}
