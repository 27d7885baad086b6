// What a page may load, run and lead to: no script, style or frame but our own.

/** The one inline script, which govuk-frontend's template starts the body with; a test computes it again. */
const INLINE_SCRIPT_HASH = 'sha256-GUQ5ad8JK5KmEWmROf3LZd9ge94daqNvd8xy9YS1iDw=';

const policy = [
  "default-src 'none'",
  `script-src 'self' '${INLINE_SCRIPT_HASH}'`,
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Over the headers that every answer of ours has, such as `no-store` and `no-referrer`. */
export const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
};
