/** A counted stock of at most so many says how many are left. The triggers of the catalogue's version know it too. */
export const FEW_LEFT = 5
