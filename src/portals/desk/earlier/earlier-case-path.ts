// The address of a case of the earlier system at the desk.

export const earlierCasePath = '/desk/earlier-cases';
export const earlierCaseHref = (applicantId: string) => `${earlierCasePath}/${applicantId}`;
