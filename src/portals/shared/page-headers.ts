// The headers of pages: content security policy, with scripts, styles and frames of our own only.

/** The hash of the one inline script, at the start of the body in govuk-frontend's template; a test computes it. */
const INLINE_SCRIPT_HASH = 'sha256-GUQ5ad8JK5KmEWmROf3LZd9ge94daqNvd8xy9YS1iDw=';

const policy = [
  "default-src 'none'",
  `script-src 'self' '${INLINE_SCRIPT_HASH}'`,
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Of the frame that draws a document: no origin, no connection, and only our pages may show it. */
export const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data: blob:',
  'font-src data: blob:',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** In addition to the headers of every answer, such as `no-store` and `no-referrer`. */
export const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
};
