// The part of the answers of the Companies House public data API that is read.
import { Type } from 'typebox';

const optionalText = Type.Optional(Type.String());

const Address = Type.Optional(
  Type.Object({
    premises: optionalText,
    address_line_1: optionalText,
    address_line_2: optionalText,
    locality: optionalText,
    postal_code: optionalText,
  }),
);

export const FoundOfficers = Type.Object({
  total_results: Type.Optional(Type.Integer()),
  items: Type.Array(
    Type.Object({
      title: Type.String(),
      date_of_birth: Type.Optional(Type.Object({ month: Type.Integer(), year: Type.Integer() })),
      links: Type.Object({ self: Type.String() }),
    }),
  ),
});

export const FoundCompanies = Type.Object({
  items: Type.Array(
    Type.Object({
      title: Type.String(),
      company_number: Type.String(),
      company_status: optionalText,
      date_of_creation: optionalText,
      date_of_cessation: optionalText,
    }),
  ),
});

export const Appointments = Type.Object({
  total_results: Type.Optional(Type.Integer()),
  items: Type.Array(
    Type.Object({
      name: optionalText,
      address: Address,
      officer_role: Type.String(),
      appointed_on: optionalText,
      appointed_before: optionalText,
      resigned_on: optionalText,
      appointed_to: Type.Object({
        company_name: optionalText,
        company_number: Type.String(),
        company_status: optionalText,
      }),
    }),
  ),
});

export const FoundDisqualified = Type.Object({
  total_results: Type.Optional(Type.Integer()),
  items: Type.Array(
    Type.Object({
      title: Type.String(),
      date_of_birth: optionalText,
      links: Type.Object({ self: Type.String() }),
    }),
  ),
});

export const Disqualified = Type.Object({
  forename: optionalText,
  surname: Type.String(),
  date_of_birth: optionalText,
  disqualifications: Type.Array(
    Type.Object({
      case_identifier: optionalText,
      disqualified_from: Type.String(),
      disqualified_until: Type.String(),
      undertaken_on: optionalText,
      address: Address,
      company_names: Type.Optional(Type.Array(Type.String())),
      reason: Type.Optional(
        // The law of Northern Ireland has articles instead of sections.
        Type.Object({ act: optionalText, section: optionalText, article: optionalText }),
      ),
    }),
  ),
});
