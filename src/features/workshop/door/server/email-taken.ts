import { isDuplicate } from '#kernel/db/engine.ts'
import { workshopEmailTaken } from '../door.contract.ts'

/** Of writing a person: two may take the same e-mail address at once. Throws WORKSHOP_EMAIL_TAKEN, else the error. */
export function sayEmailTaken(error: unknown): never {
  throw isDuplicate(error) ? workshopEmailTaken() : error
}
