/** The number of an invoice or credit note, as 000123. */
export const paperNumber = (number: number) => String(number).padStart(6, '0')
