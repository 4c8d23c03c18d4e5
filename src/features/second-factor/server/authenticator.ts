import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20

export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

function totpOf(secret: string, { storeName = '', email = '' } = {}) {
  const named = { ...(storeName ? { issuer: storeName } : {}), label: email }
  return new TOTP({ ...named, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' })
}

/** What an app reads from the code on the screen. */
export const addressOf = (secret: string, of: { storeName: string; email: string }) => totpOf(secret, of).toString()

/** The step of 30 seconds whose code it is, of now, the one before and the one after; undefined: of none. */
export function stepOf(secret: string, code: string, now: Date) {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp, period: PERIOD_SECONDS }) + delta
}
