/** A counted stock of at most so many is shown. The triggers of the catalogue's version have the same number. */
export const FEW_LEFT = 5
