// The results PDF shows the findings, visually and to screen readers, for texts of any content.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { DocumentedVersion } from '../../../src/features/results/document-version-rules.ts';
import {
  type DocumentedReport,
  type ReportDocument,
  renderReportDocument,
} from '../../../src/features/results/report-document.ts';
import { pngOf } from '../../support/png.ts';

const { OPS } = await getResolvedPDFJS();

function report(given: Partial<DocumentedReport> = {}): DocumentedReport {
  return {
    label: 'Identity',
    status: 'complete',
    result: 'clear',
    subResult: null,
    trafficLight: null,
    breakdown: { date_of_birth: { result: 'clear', properties: { matched: true } } },
    properties: {},
    verdicts: [],
    notes: [],
    told: [],
    stated: [],
    source: '',
    limits: [],
    files: [],
    waitingFor: null,
    expectedOn: null,
    overdueSince: null,
    createdAt: new Date('2026-02-24T10:00:00Z'),
    completedAt: new Date('2026-03-04T14:05:00Z'),
    ...given,
  };
}

function check(given: Partial<ReportDocument> = {}): ReportDocument {
  return {
    orderNumber: 'VF1023',
    clientName: 'Example Client Ltd',
    brandColour: '#17485a',
    candidateName: 'Alex Example',
    dateOfBirth: '1990-05-14',
    isTest: false,
    status: 'complete',
    result: 'clear',
    trafficLight: null,
    createdAt: new Date('2026-02-24T10:00:00Z'),
    completedAt: new Date('2026-03-04T14:05:00Z'),
    isFromCandidate: true,
    identity: null,
    start: null,
    preparedAt: new Date('2026-03-04T14:06:00Z'),
    reports: [report()],
    timelines: [],
    sheet: null,
    declarations: [],
    versions: [],
    changes: null,
    files: [],
    ...given,
  };
}

const open = async (document: ReportDocument) =>
  getDocumentProxy(new Uint8Array(await renderReportDocument(document)), { verbosity: 0 });

async function textOf(document: ReportDocument): Promise<string> {
  const { text } = await extractText(await open(document), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

interface StructNode {
  readonly role?: string;
  readonly children?: readonly StructNode[];
}

const rolesOf = (node: StructNode): string[] => [node.role ?? '', ...(node.children ?? []).flatMap(rolesOf)];

const has = (text: string, ...parts: readonly string[]) => {
  for (const part of parts) assert.ok(text.includes(part), `“${part}” in: ${text}`);
};

test('names the order, the client, the candidate, and each report with its result and dates', async () => {
  const text = await textOf(
    check({
      result: 'consider',
      reports: [
        report({ notes: ['Found at one address.'] }),
        report({
          label: 'Right to work',
          result: 'unidentified',
          properties: { route: 'passport', expires: '2031-08-30' },
        }),
        report({ label: 'Identity document', result: 'consider', trafficLight: 'Red', subResult: 'suspected' }),
        report({ label: 'Criminal record, basic', status: 'withdrawn', result: null, completedAt: null }),
      ],
    }),
  );
  for (const part of [
    ...['Final report', 'Screening results for Alex Example', '14 May 1990', 'VF1023', 'Example Client Ltd'],
    ...['24 February 2026', '4 March 2026', 'Identity Clear, green', 'Right to work Unidentified, amber'],
    ...['Identity document Consider, red (suspected)', 'Criminal record, basic Withdrawn', 'Found at one address.'],
    ...['Route: passport', 'Expires: 30 August 2031', 'Date of birth Clear Matched: yes', 'Page 1 of'],
    '2 of 3 completed reports call for attention: Right to work; Identity document.',
  ]) {
    assert.ok(text.includes(part), `“${part}” in: ${text}`);
  }
});

test('lists each employment with what was stated beside what was confirmed', async () => {
  const employments = [
    { employer: 'Old Mill plc', role: 'Analyst', confirmed_role: 'Senior analyst', differs: ['role'] },
    { employer: 'New Mill plc', from: '2020-03' },
  ];
  const text = await textOf(check({ reports: [report({ label: 'Employment', properties: { employments } })] }));
  const first = 'Old Mill plc Particular Stated Confirmed Role Analyst Senior analyst Differs role';
  for (const part of [first, 'New Mill plc Particular Value Confirmation Not confirmed From March 2020'])
    assert.ok(text.includes(part), `“${part}” in: ${text}`);
});

test('shows the logo of the client, which has no words for a screen reader because its name stands beside it', async () => {
  const pictures = async (document: ReportDocument) => {
    const page = await (await open(document)).getPage(1);
    const { fnArray } = await page.getOperatorList();
    return fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
  };
  const logo = { type: 'png', content: pngOf(120, 60), width: 120, height: 60 } as const;
  assert.deepEqual([await pictures(check()), await pictures(check({ logo }))], [0, 1]);
});

test('is a tagged PDF/UA-1 document in British English with a title', async () => {
  const pdf = await open(check());
  const { info, metadata } = await pdf.getMetadata();
  assert.equal((await pdf.getMarkInfo())?.Marked, true);
  assert.match(String(metadata.getRaw()), /<pdfuaid:part>1<\/pdfuaid:part>/);
  assert.deepEqual(
    { ...info, ...{ Title: (info as { Title: string }).Title } },
    { ...info, Title: 'Screening results, order VF1023', Language: 'en-GB', CreationDate: 'D:20260304140600Z' },
  );
});

test('has one main heading, a heading for each part, and tables with header cells', async () => {
  const pdf = await open(check({ reports: [report(), report({ label: 'Right to work' })] }));
  const roles = rolesOf((await (await pdf.getPage(1)).getStructTree()) as StructNode);
  const count = (role: string) => roles.filter((other) => other === role).length;
  assert.deepEqual(
    {
      H1: count('H1'),
      H2: count('H2'),
      H3: count('H3'),
      Table: count('Table'),
      THead: count('THead'),
      TH: count('TH'),
    },
    { H1: 1, H2: 4, H3: 2, Table: 3, THead: 3, TH: 10 },
  );
});

test('each report lists the facts that were given for it, and who gave them', async () => {
  const stated = [
    { label: 'Nationality', lines: ['Irish'] },
    { label: '1 May 2019 to now', lines: ['10 Station Road', 'Leeds', 'LS1 1AA'] },
  ];
  const document = check({ reports: [report({ stated })] });
  const said = 'Nationality Irish 1 May 2019 to now 10 Station Road, Leeds, LS1 1AA';
  assert.ok((await textOf(document)).includes(`Stated by the candidate ${said}`), await textOf(document));
  assert.match(await textOf({ ...document, isFromCandidate: false }), /Stated in the order/);
  const roles = rolesOf((await (await (await open(document)).getPage(1)).getStructTree()) as StructNode);
  assert.deepEqual(
    roles.filter((role) => ['L', 'LI'].includes(role)),
    ['L', 'LI', 'LI'],
  );
});

test('an interim report says so, and shows only complete reports', async () => {
  const text = await textOf(
    check({
      status: 'in_progress',
      result: null,
      completedAt: null,
      dateOfBirth: null,
      isTest: true,
      reports: [
        report(),
        report({
          label: 'Right to work',
          status: 'awaiting_approval',
          result: 'consider',
          notes: ['not yet approved'],
          told: [{ text: 'The employer asked for a week.', on: new Date('2026-02-27T09:00:00Z') }],
        }),
        report({ label: 'Identity document', status: 'awaiting_data', result: null, completedAt: null }),
      ],
    }),
  );
  for (const part of [
    ...['Interim report', 'Overall result In progress 1 of 3 reports is complete. The completed report is clear.'],
    ...['Results as of 4 March 2026 at 2:06pm', 'Not yet given', 'Right to work Awaiting approval', 'Test data'],
    'Notes for the client The employer asked for a week. 27 February 2026',
  ]) {
    assert.ok(text.includes(part), `“${part}” in: ${text}`);
  }
  assert.doesNotMatch(text, /Consider|not yet approved/);
});

test('the report of an order that was withdrawn says so, and that nothing follows', async () => {
  const open = { status: 'withdrawn', result: null, completedAt: null } as const;
  const text = await textOf(check({ status: 'withdrawn', result: null, reports: [report(open)] }));
  assert.match(
    text,
    /Closed order[\s\S]*Withdrawn \d+ \w+ \d{4}[\s\S]*No report was completed\.[\s\S]*No results follow\./,
  );
  assert.doesNotMatch(text, /Interim|Completed \d|Results may follow/);
});

test('an interim report lists what is outstanding, for whom it waits and when it is expected', async () => {
  const open = { status: 'awaiting_data', result: null, completedAt: null } as const;
  const text = await textOf(
    check({
      status: 'in_progress',
      completedAt: null,
      reports: [
        report(),
        report({ ...open, label: 'Right to work', waitingFor: 'candidate', expectedOn: '2026-03-12' }),
        report({ ...open, label: 'Employment', waitingFor: 'source', overdueSince: '2026-03-02' }),
        report({ ...open, label: 'Credit', status: 'withdrawn' }),
      ],
    }),
  );
  const outstanding =
    'What is outstanding Right to work: awaiting data, waiting for the candidate, expected on 12 March 2026. Employment: awaiting data, waiting for the source, overdue since 2 March 2026. Report details';
  assert.ok(text.includes(outstanding), text);
});

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const file = {
  name: 'passport.jpg',
  description: 'Front',
  size: 183_211,
  sha256,
  addedAt: new Date('2026-03-01T10:00:00Z'),
};

test('how to read an interim report never stands alone on its last page', async () => {
  // One line more in each: some would fill a page to its end.
  for (let lines = 30; lines < 56; lines += 1) {
    const notes = [Array.from({ length: lines }, (_, index) => `Line ${index + 1}`).join('\n')];
    const interim = check({ status: 'in_progress', completedAt: null, reports: [report({ notes })] });
    const { text } = await extractText(await open(interim), { mergePages: false });
    assert.match(text[0]!, /How to read this report/);
    assert.doesNotMatch(text.at(-1)!, /^\s*How to read this report/, `${lines} lines, ${text.length} pages`);
  }
});

test('shows the source with its limits, and every file with its hash', async () => {
  const of = check({
    reports: [report({ source: 'The employer.', limits: ['Only unspent convictions.'], files: [file] })],
    files: [{ ...file, name: 'letter.pdf' }],
  });
  const text = await textOf(of);
  for (const part of [
    ...['Source The employer.', 'Law and limits of the source Only unspent convictions.'],
    ...['Evidence File SHA-256 passport.jpg Front 179 kB, added 1 March 2026', 'Files of the order'],
  ]) {
    assert.ok(text.includes(part), `“${part}” in: ${text}`);
  }
  assert.equal(text.replaceAll(' ', '').split(sha256).length, 3);
});

test('draws a timeline with a text of its own, and lists its entries and gaps', async () => {
  const bars = [
    { kind: 'stay', from: '2021-03-04', to: '2023-03-02', start: 0, width: 0.4 },
    { kind: 'gap', from: '2023-03-03', to: '2023-06-02', start: 0.4, width: 0.05 },
  ] as const;
  const rows = [
    { period: '1 May 2019 to 2 March 2023', text: '10 Station Road, Leeds', isGap: false },
    { period: '3 March 2023 to 2 June 2023', text: 'Gap of 3 months', isGap: true },
  ];
  const summary = 'Addresses from 4 March 2021 to 4 March 2026: 1 gap.';
  const timeline = {
    fact: 'addresses',
    title: 'Addresses',
    from: '4 March 2021',
    to: '4 March 2026',
    bars,
    summary,
    rows,
  } as const;
  const document = check({ timelines: [timeline] });
  has(await textOf(document), summary, '10 Station Road, Leeds 3 March 2023 to 2 June 2023 Gap of 3 months');
  const raw = (await renderReportDocument(document)).toString('latin1');
  assert.deepEqual(/\/S \/Figure\s[^>]*?\/Alt \(([^)]*)\)/.exec(raw)?.[1], summary);
});

test('names every version with who decided and who released it, and signs the final report off', async () => {
  const version: DocumentedVersion = {
    accountId: 'a',
    environment: 'live',
    reportId: 'r',
    report: 'Identity',
    version: 1,
    status: 'complete',
    result: 'consider',
    subResult: null,
    trafficLight: 'Amber',
    findings: { breakdown: {}, properties: {}, notes: '' },
    author: 'Sam Screener',
    ground: 'examination',
    decidedAt: new Date('2026-03-03T10:00:00Z'),
    released: { by: 'Rita Reviewer', at: new Date('2026-03-03T11:00:00Z') },
    reopened: null,
  };
  const released = { by: 'Rita Reviewer', at: new Date('2026-03-04T10:30:00Z') };
  const second = {
    ...version,
    version: 2,
    result: 'clear',
    trafficLight: 'Green',
    ground: 'review',
    released,
  } as const;
  const changes = {
    since: 'Since the interim report that was read on 2 March 2026 at 9:00am',
    lines: ['Identity: completed. Clear, green.'],
  };
  const document = check({ versions: [version, second], changes });
  const text = await textOf(document);
  for (const part of [
    'Identity 1 Consider, amber Sam Screener, 3 March 2026 at 10:00am. A person examined the report. Rita Reviewer, 3 March 2026 at 11:00am.',
    'Identity 2 Clear, green Sam Screener, 3 March 2026 at 10:00am. A person changed it in approval. Rita Reviewer, 4 March 2026 at 10:30am.',
    'Sign-off Identity: decided by Sam Screener, approved by Rita Reviewer on 4 March 2026 at 10:30am.',
    'What changed Since the interim report that was read on 2 March 2026 at 9:00am: • Identity: completed. Clear, green.',
  ]) {
    assert.ok(text.includes(part), `“${part}” in: ${text}`);
  }
  assert.doesNotMatch(await textOf({ ...document, status: 'in_progress' }), /Sign-off/);
});

test('dates and times are those of the United Kingdom', async () => {
  const night = new Date('2026-06-30T23:30:00Z');
  const text = await textOf(check({ completedAt: night, preparedAt: night }));
  assert.match(text, /Completed 1 July 2026/);
  assert.match(text, /as they stood on 1 July 2026 at 12:30am/);
});

test('markup in a text is printed, not interpreted', async () => {
  const markup = '#panic("x") *bold* _it_ $x^2$ ] } { #import "@preview/x:1.0.0" \\ ` <l> @r // c -- = h';
  const text = await textOf(check({ candidateName: markup, reports: [report({ label: markup, notes: [markup] })] }));
  assert.ok(text.split(markup).length >= 4, text);
});

test('prints names in many scripts; a character without a typeface becomes □ and is explained', async () => {
  const names = [
    ...['Ñandú Øst Łukasz Đặng', 'Ελένη', 'Світлана', 'Հայկ', 'ნინო'],
    ...['王小明', '護理學，', '山田 ひらがな カタカナ', '김철수'],
  ];
  // Their letters are joined, turned and moved, so that the reader of this test tells them in another order.
  for (const joined of ['محمد', 'דוד', 'अमित शर्मा', 'สมชาย ใจดี']) {
    const text = await textOf(check({ candidateName: joined }));
    assert.doesNotMatch(text, /□/, joined);
    for (const letter of joined) assert.ok(text.includes(letter), `${joined}: ${letter}`);
  }
  assert.match(await textOf(check({ candidateName: names.join(' ') })), new RegExp(names.join(' ')));
  assert.doesNotMatch(await textOf(check()), /□/);
  const text = await textOf(check({ candidateName: 'Alex \u{10FFFF}\u{2A6D6} Example' }));
  assert.match(text, /results for Alex □□ Example/);
  assert.match(text, /The sign □ stands for a character/);
});

test('survives syllables that no language has', async () => {
  for (const syllable of [
    `क${'\u0943'.repeat(300)}`,
    'क्'.repeat(200),
    `क${'\u093f'.repeat(1000)}`,
    `e${'\u0301'.repeat(1000)}`,
  ])
    assert.match(await textOf(check({ candidateName: `Alex ${syllable} Example` })), /results for Alex/);
});

test('removes characters that reverse the reading order', async () => {
  assert.match(await textOf(check({ candidateName: 'Alex \u202Eelpmaxe\u202C' })), /results for Alex elpmaxe/);
});

test('a name longer than the width of a page stays on the page', async () => {
  const pdf = await open(check({ candidateName: 'W'.repeat(300), reports: [report({ label: 'M'.repeat(200) })] }));
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    for (const item of items) {
      if (!('str' in item)) continue;
      assert.ok((item.transform[4] as number) + item.width <= 595 - 61, item.str);
    }
  }
});

test('any text can be printed', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
  const breakdown = fc.dictionary(text, fc.record({ result: text, properties: fc.dictionary(text, fc.jsonValue()) }));
  const properties = fc.dictionary(text, fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(text, fc.jsonValue()))));
  const stated = fc.array(fc.record({ label: text, lines: fc.array(text) }), { maxLength: 3 });
  const anyReport = fc.record({ label: text, subResult: text, breakdown, properties, notes: fc.array(text), stated });
  const anyCheck = fc.record({ candidateName: text, clientName: text, reports: fc.array(anyReport, { maxLength: 2 }) });
  await fc.assert(
    fc.asyncProperty(anyCheck, async ({ reports, ...given }) => {
      const pdf = await renderReportDocument(check({ ...given, reports: reports.map(report) }));
      assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    }),
    { numRuns: 12 },
  );
});

test('a final report with ten checks is made quickly and small', async (t) => {
  const kinds: Partial<DocumentedReport>[] = [
    {},
    { result: 'consider' },
    { notes: ['One note.'] },
    { result: 'unidentified' },
  ];
  const milliseconds: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const reports = Array.from({ length: 10 }, (_, n) => report({ ...kinds[n % 4], label: `Report ${run} ${n}` }));
    const before = process.cpuUsage();
    await renderReportDocument(check({ reports }));
    const { user, system } = process.cpuUsage(before);
    milliseconds.push((user + system) / 1000);
  }
  const median = milliseconds.sort((one, other) => one - other)[4]!;
  t.diagnostic(`${median.toFixed(1)} ms of CPU for a PDF of 10 reports`);
  assert.ok(median < 250);
});
