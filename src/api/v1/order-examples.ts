// Example orders of the reference, each valid as it stands (ours).
import type { OrderBody, OrderEntry } from '../../features/orders/order-body.ts';

const CurrentName = { FirstName: 'Jane', LastName: 'Applicant' };
const PersonalInfo = { DateOfBirth: '1985-06-14', CandidateEmail: 'jane@candidate.example' };

/** By entry: in a candidate entry the candidate gives the missing facts in the form; a client entry is complete. */
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
