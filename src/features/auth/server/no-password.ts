import { randomBytes } from 'node:crypto'

/** As long as the hash of a password, and of none: nobody can log in. */
export const noPassword = () =>
  `$argon2id$v=19$m=19456,t=2,p=1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`
