// Where the pages of work that is out with suppliers stand.
export const sentOutPath = '/desk/sent-out';
export const answersPath = `${sentOutPath}/answers`;
export const correctedPath = `${sentOutPath}/corrected`;
export const cancelManyPath = `${sentOutPath}/cancellations`;
