import { URI } from 'otpauth'

/** An app that was given this key; `after` moves on to a later step of 30 seconds. */
export function authenticatorApp(otpauth: string, now: () => Date) {
  const totp = URI.parse(otpauth)
  if (!('period' in totp)) throw new Error('this key is of no app with a clock')
  return { code: (after = 0) => totp.generate({ timestamp: now().getTime() + after * totp.period * 1000 }) }
}
