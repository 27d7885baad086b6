// The address of the review of who has access to the desk.

export const deskReviewPath = '/desk/access/review';
