// The input of every generated client: server, key, candidate and file.
import { randomUUID } from 'node:crypto';

export const key = process.env.API_KEY ?? '';
export const server = { v1: process.env.V1_URL ?? '', v2: process.env.V2_URL ?? '' };

export const applicant = {
  title: 'Ms',
  first_name: 'Jane',
  last_name: 'Applicant',
  email: 'jane.applicant@example.com',
  gender: 'female',
  dob: '1985-06-14',
} as const;

export const order = {
  UniqueKey: randomUUID(),
  Checks: [{ CheckType: 'identity' }],
  Candidate: {
    CurrentName: { FirstName: 'Jane', LastName: 'Applicant' },
    PersonalInfo: { DateOfBirth: '1985-06-14', CandidateEmail: 'jane@candidate.example' },
  },
};

export const file = 'Some text, long enough for a file. '.repeat(4);
