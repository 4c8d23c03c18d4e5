const UPI = /^[a-z0-9][a-z0-9._-]{1,99}@[a-z][a-z0-9]{1,49}$/i
const IFSC = /(?:^|[^A-Z0-9])[A-Z]{4}0[A-Z0-9]{6}(?![A-Z0-9])/i
/** Digits may be in groups, as people copy them. */
const ACCOUNT = /(?:^|[^A-Z0-9])\d(?:[ -]?\d){5,17}(?![A-Z0-9])/i

/** Is it a UPI ID, or an account number with its IFSC? */
export const canBePaid = (typed: string) => UPI.test(typed) || (IFSC.test(typed) && ACCOUNT.test(typed))
