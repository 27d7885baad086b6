// Applicants and checks made through the API, for benchmarks to work on.
import { httpRequest, requestRate } from './load.ts';
import type { Served } from './served.ts';

const live = '/vftapi/v2';

/** The ids of so many new applicants. */
export async function makeApplicants(served: Served, count: number): Promise<string[]> {
  const form =
    'title=Ms&first_name=Robin&last_name=Sample&email=robin.sample@example.com&gender=female&dob=1990-02-03&country=GBR' +
    '&addresses[][building_number]=10&addresses[][street]=Sample Street&addresses[][town]=London' +
    '&addresses[][postcode]=SW1A 2AA&addresses[][country]=GBR&addresses[][start_date]=2015-06-07';
  const ids: string[] = [];
  const request = httpRequest('POST', `${live}/applicants`, served.liveKey, form.replaceAll(' ', '+'));
  await requestRate(served, Array<string>(count).fill(request), 201, (body) => {
    ids.push((JSON.parse(body) as { id: string }).id);
  });
  return ids;
}

/** One check with three reports. */
export function checkRequest(served: Served, applicantId: string): string {
  const form =
    'type=standard&reports[][name]=identity&reports[][name]=document&reports[][name]=right_to_work&tags[]=PO-1234';
  return httpRequest('POST', `${live}/applicants/${applicantId}/checks`, served.liveKey, form);
}

export function reportRequest(served: Served, href: string): string {
  return httpRequest('GET', href.replace(/^\/v2/, live), served.liveKey);
}

/** The path of every report of so many new checks. */
export async function makeReports(served: Served, checks: number): Promise<string[]> {
  const applicants = await makeApplicants(served, checks);
  const hrefs: string[] = [];
  const requests = applicants.map((id) => checkRequest(served, id));
  await requestRate(served, requests, 201, (body) => {
    const { reports } = JSON.parse(body) as { reports: { href: string }[] };
    hrefs.push(...reports.map(({ href }) => href));
  });
  return hrefs;
}
