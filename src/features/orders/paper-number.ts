/** How the number of an invoice or a credit note is written: 000123. */
export const paperNumber = (number: number) => String(number).padStart(6, '0')
