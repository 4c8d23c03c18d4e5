import { randomBytes } from 'node:crypto'

const TOKEN_BYTES = 24

/** The secret in the address of a parcel's public page. */
export const parcelToken = () => randomBytes(TOKEN_BYTES).toString('base64url')
