import { createHash, randomBytes } from 'node:crypto'
import { FORMAT, type HashedEntry, writeHashed, writeOpening } from './entry-csv.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The first entry's hash before: a word, since spreadsheets turn 64 zeros into one. */
export const firstHash = (format: number) => (format === FORMAT ? 'first' : '0'.repeat(64))

/** SHA-256 of an entry's row in the public file, which ends with the hash before. */
export const hashEntry = (entry: HashedEntry) => sha256(writeHashed(entry))

/** The ledger's name of an order. A random salt, since order numbers could be guessed. */
export const hashOrder = ({ id, salt }: { id: string; salt: string }) => sha256(`${salt}${id}`)

/** Replaces maker, pieces and amounts, which could be guessed without the salt. */
export const commitTo = (...of: Parameters<typeof writeOpening>) => sha256(writeOpening(...of))

export const newSalt = () => randomBytes(16).toString('hex')
