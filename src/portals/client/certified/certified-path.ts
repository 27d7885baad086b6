// The addresses of the register of certified people, and of what is kept beside it.
import type { Environment } from '../../../context.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { newOrderPath } from '../orders/new-order-path.ts';

export const registerPath = '/portal/people/certified';
export const registerFilePath = `${registerPath}/file`;
export const certifiedPersonPath = (applicantId: string): string => `${registerPath}/people/${applicantId}`;
export const newCertificatePath = (applicantId: string): string => `${certifiedPersonPath(applicantId)}/certificate`;
export const certificateFilePath = (id: string): string => `${registerPath}/certificates/${id}/file`;
export const withdrawPath = (id: string): string => `${registerPath}/certificates/${id}/withdraw`;

export const conductPath = '/portal/people/conduct';
export const conductFilePath = `${conductPath}/file`;
export const breachPath = (id: string): string => `${conductPath}/${id}`;
export const newBreachPath = (applicantId: string): string => `${certifiedPersonPath(applicantId)}/conduct`;

export const givenPath = '/portal/people/references-given';
export const givenFilePath = `${givenPath}/file`;
export const givenReferencePath = (id: string): string => `${givenPath}/${id}`;
export const newReferencePath = (applicantId: string): string => `${certifiedPersonPath(applicantId)}/reference`;

export const ofTest = (environment: Environment) => (environment === 'test' ? environment : undefined);

/** The parts of the register, for who keeps all of it; none for others. */
export const registerViews = (environment: Environment, isKeeper: boolean, active: string) =>
  isKeeper
    ? [
        { text: 'Certificates', path: registerPath },
        { text: 'Conduct breaches', path: conductPath },
        { text: 'References given', path: givenPath },
      ].map(({ text, path }) => ({
        ...{ text, active: path === active },
        href: listHref(path, listParameters({ environment: ofTest(environment) })),
      }))
    : [];

/** The form of an order, with the person and the package of the yearly assessment filled in. */
export const assessHref = (environment: Environment, applicantId: string): string =>
  listHref(newOrderPath, listParameters({ environment: ofTest(environment), assess: applicantId }));
