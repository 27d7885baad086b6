// What each public attack tool is asked to do to the running program, and how its answer is read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../support/program.ts';

export interface Attack {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The tool is stopped after so long; what it found until then counts. */
  readonly withinS: number;
  /** What it found, one line each; empty if nothing is open. @param said its output */
  readonly found: (said: string) => readonly string[];
  /** How much it tried: 0 if it did not reach the program. */
  readonly tried: (said: string) => number;
  /** What it counts, for the table. */
  readonly unit: string;
}

export interface Target {
  readonly program: Program;
  /** For the tools' own files. */
  readonly folder: string;
  readonly caFile: string;
}

const count = (said: string, what: RegExp) => (said.match(what) ?? []).length;
const lines = (said: string, what: RegExp) => said.split('\n').filter((line) => what.test(line));

function sqlmap(target: Target, name: string, path: string, more: readonly string[]): Attack {
  const { url, demo } = target.program;
  return {
    name: `sqlmap: ${name}`,
    command: 'sqlmap',
    args: [
      ...['-u', `${url}${path}`, '--batch', '--disable-coloring', '--flush-session', '--dbms=PostgreSQL'],
      ...['--level=2', '--risk=2', '--time-sec=2', '--timeout=10', '--retries=0', '--threads=2', '--ignore-code=*'],
      ...[`--headers=Authorization: ${demo.liveKey}`, `--output-dir=${target.folder}/sqlmap`, ...more],
    ],
    withinS: 150,
    found: (said) => lines(said, /is vulnerable|appears to be .*injectable|identified the following injection/),
    tried: (said) => count(said, /testing '/g),
    unit: 'kinds of injection',
  };
}

interface TestsslFinding {
  readonly id: string;
  readonly severity: string;
  readonly finding: string;
}

/** What a certificate for localhost cannot have: a public issuer, a way to revoke it, DNS records. */
const ofLocalCertificate =
  /^(?:cert_(?:chain_of_trust|notAfter|expirationStatus|extlifeSpan|crlDistributionPoints|ocspURL|ocspRevoked)|OCSP_stapling|DNS_CAArecord|cert_revocation|overall_grade|HSTS)/;

function testssl({ program, folder, caFile }: Target): Attack {
  const file = join(folder, 'testssl.json');
  const findings = () => JSON.parse(readFileSync(file, 'utf8')) as TestsslFinding[];
  return {
    name: 'testssl',
    command: 'testssl',
    args: ['--quiet', '--color=0', '--warnings=off', `--jsonfile=${file}`, `--add-ca=${caFile}`, program.url],
    withinS: 290,
    found: () =>
      findings()
        .filter(({ severity, id }) => /LOW|MEDIUM|HIGH|CRITICAL/.test(severity) && !ofLocalCertificate.test(id))
        .map(({ id, severity, finding }) => `${severity} ${id}: ${finding}`),
    tried: () => findings().length,
    unit: 'checks of protocols, ciphers, certificate and known attacks',
  };
}

/** Headers that browsers no longer read, since the policy's frame-ancestors, and one that is not for localhost. */
const notWanted = /X-Frame-Options|X-XSS-Protection|Strict-Transport-Security/;

/** Where it begins, because no page leads to all others. */
const pages = ['/docs', '/docs/v1', '/sign-in', '/portal', '/desk', '/openapi/v2.json'];

function wapiti({ program, folder }: Target): Attack {
  const file = join(folder, 'wapiti.json');
  const report = () =>
    JSON.parse(readFileSync(file, 'utf8')) as {
      vulnerabilities: Record<string, { path: string; info: string }[]>;
      infos: { crawled_pages_nbr?: number };
    };
  return {
    name: 'wapiti',
    command: 'wapiti',
    args: [
      ...[
        '-u',
        `${program.url}/`,
        '--scope',
        'domain',
        '--depth',
        '4',
        '--max-scan-time',
        '200',
        '--max-attack-time',
        '40',
      ],
      ...pages.flatMap((page) => ['--start', `${program.url}${page}`]),
      ...['--verify-ssl', '0', '--flush-session', '--no-bugreport', '-m', 'common', '-f', 'json', '-o', file],
    ],
    withinS: 280,
    found: () =>
      Object.entries(report().vulnerabilities).flatMap(([kind, found]) =>
        found.filter(({ info }) => !notWanted.test(info)).map(({ path, info }) => `${kind}: ${path} ${info}`),
      ),
    tried: (said) => Number(/found (\d+) URLs/i.exec(said)?.[1] ?? 0),
    unit: 'addresses',
  };
}

/** Headers, bodies and reads, each a little at a time, on a thousand connections. */
function slow({ program }: Target, name: string, flags: readonly string[]): Attack {
  return {
    name: `slowhttptest: ${name}`,
    command: 'slowhttptest',
    args: ['-c', '1000', '-r', '250', '-l', '40', '-i', '5', '-p', '5', ...flags, '-u', `${program.url}/`],
    withinS: 90,
    found: (said) => lines(said, /service available:\s+.*NO/),
    tried: (said) => count(said, /service available:/g),
    unit: 'looks at the service, beside 1,000 connections',
  };
}

export function attacks(target: Target): readonly Attack[] {
  const applicant = JSON.stringify({
    first_name: 'Jo',
    last_name: 'Sample',
    email: 'jo@example.com',
    gender: 'female',
  });
  return [
    sqlmap(target, 'a list of interface v2', '/vftapi/v2/applicants?page=1&per_page=2', ['-p', 'page,per_page']),
    sqlmap(target, 'an applicant of interface v2', '/vftapi/v2/applicants', [
      ...['--method=POST', `--data=${applicant}`, '-p', 'first_name,email,gender'],
    ]),
    sqlmap(target, 'a list of interface v1', '/api/v1/reporttypes?family=identity&q=id', ['-p', 'family,q']),
    sqlmap(target, 'the sign-in', '/sign-in', [
      '--method=POST',
      '--data=email=a%40b.test&password=x',
      '-p',
      'email,password',
    ]),
    testssl(target),
    wapiti(target),
    slow(target, 'headers', ['-H']),
    slow(target, 'bodies', ['-B', '-t', 'POST', '-s', '8192']),
    slow(target, 'reads', ['-X', '-w', '1', '-y', '1', '-n', '5', '-z', '32', '-k', '3']),
  ];
}
