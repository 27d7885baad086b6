// Orders that succeed as they stand: the examples of the reference (ours).
import type { OrderBody, OrderEntry } from '../../features/orders/order-body.ts';

const CurrentName = { FirstName: 'Jane', LastName: 'Applicant' };
const PersonalInfo = { DateOfBirth: '1985-06-14', CandidateEmail: 'jane@candidate.example' };

/** By who gives what the checks need: the candidate gives the rest in the form, the client gives it whole. */
export const orderExamples: Readonly<Record<OrderEntry, OrderBody>> = {
  candidate: { Checks: [{ CheckType: 'identity' }], Candidate: { CurrentName, PersonalInfo } },
  client: {
    UniqueKey: 'c1afb319-55c1-49d2-bf02-56734c81a889',
    Checks: [{ CheckType: 'identity' }],
    Candidate: {
      CurrentName: { Title: 'Ms', ...CurrentName },
      PersonalInfo: { ...PersonalInfo, Gender: 'Female', CurrentNationality: 'GB' },
      AddressList: [
        {
          Address: {
            HouseNumber: '100',
            StreetName: 'Main Street',
            Town: 'London',
            Postcode: 'SW4 6EH',
            Country: 'GB',
          },
          IsCurrentAddress: true,
          DateMovedToThisAddress: '2005-03-01',
        },
      ],
    },
  },
};
