// A certificate of the register as its pages show it.
import type { Environment } from '../../../context.ts';
import type { Certificate } from '../../../features/certification/certificate-actions.ts';
import type { CertificateStatus } from '../../../features/certification/certificate-rules.ts';
import { certifiedFunctions, isOfSeniorManagement } from '../../../features/certification/certified-functions.ts';
import { fullName } from '../../../lib/person-names.ts';
import type { Tag } from '../../shared/status-tags.ts';
import { assessHref, certificateFilePath, certifiedPersonPath, withdrawPath } from './certified-path.ts';

export const statusTexts: Readonly<Record<CertificateStatus, string>> = {
  certified: 'Certified',
  due: 'Due',
  lapsed: 'Lapsed',
  withdrawn: 'Withdrawn',
  left: 'Left',
};

const classes: Readonly<Record<CertificateStatus, string>> = {
  certified: 'govuk-tag--green',
  due: 'govuk-tag--yellow',
  lapsed: 'govuk-tag--red',
  withdrawn: 'govuk-tag--grey',
  left: 'govuk-tag--grey',
};

const certificateTag = (status: CertificateStatus): Tag => ({
  text: statusTexts[status],
  classes: classes[status],
});

/** @param mayOrder the reader orders checks */
export function certificateView(one: Certificate, environment: Environment, mayOrder: boolean) {
  const { id, applicantId, facts, ofFunction, status, isNewest } = one;
  return {
    ...one,
    name: fullName(facts.first_name, facts.last_name),
    personHref: certifiedPersonPath(applicantId),
    function: certifiedFunctions[ofFunction],
    // A senior manager is approved by the regulator, and gets no certificate.
    isAssessment: isOfSeniorManagement(ofFunction),
    tag: isNewest ? certificateTag(status) : undefined,
    fileHref: certificateFilePath(id),
    withdrawHref: isNewest && one.withdrawal === null && status !== 'left' ? withdrawPath(id) : undefined,
    assessHref: isNewest && mayOrder && status !== 'left' ? assessHref(environment, applicantId) : undefined,
  };
}
