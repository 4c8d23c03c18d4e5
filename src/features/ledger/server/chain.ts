import { createHash } from 'node:crypto'
import { type HashedEntry, writeHashed } from './entry-csv.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What stands where the first entry names the hash of the one before. */
export const NO_HASH = '0'.repeat(64)

/** The hash of an entry: SHA-256 of its row in the public file, which ends with the hash of the entry before. */
export const hashEntry = (entry: HashedEntry) => sha256(writeHashed(entry))

/** By which the ledger names an order: numbers count up and could be guessed, so each has a random salt of its own. */
export const hashOrder = ({ id, salt }: { id: string; salt: string }) => sha256(`${salt}${id}`)
