import { isIP } from 'node:net'
import { z } from 'zod'
import { dayRangeHint, readDayRange } from '#shared/reading/day-range.ts'

// Messages about a wrong setting continue its name: "PORT must be …".

export const flag = (fallback: '0' | '1') =>
  z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .default(fallback)
    .transform((value) => value === '1')

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` })

export const text = z.string().trim().min(1, 'must not be empty')
export const optionalText = text.optional()

/** "10" and "1.5", but not JavaScript's other numbers: "", "0x10", "1e3". */
const number = (must: string, isRight: (value: number) => boolean) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, must)
    .transform(Number)
    .refine(isRight, must)

export const wholeNumber = (from: number, to: number) =>
  number(
    `must be a whole number between ${from} and ${to}`,
    (value) => Number.isInteger(value) && value >= from && value <= to,
  )

/** "4-8" or "5". */
export const days = z.string().transform((text, ctx) => {
  const range = readDayRange(text)
  if (range) return range
  ctx.issues.push({ code: 'custom', input: text, message: `must be ${dayRangeHint}` })
  return z.NEVER
})

export const hours = (most: number) =>
  number(`must be a number of hours above 0, at most ${most}`, (value) => value > 0 && value <= most)

export const emailAddress = (example: string) => z.email({ error: `must be an e-mail address, such as ${example}` })

export const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })

const isOrigin = (address: string) => {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && `${url.origin}/` === url.href
}

export const origin = z
  .string()
  .trim()
  .transform((address) => address.replace(/(?<!\/)\/+$/, ''))
  .refine(isOrigin, 'must be an address such as https://shop.example, without a path, a query or a login')
  .transform((address) => new URL(address).origin)

export const startsWith = (begin: RegExp, must: string) => z.string().trim().regex(begin, must)

export const mailServer = startsWith(/^smtps?:\/\//, 'must begin with smtp:// or smtps://').refine(
  (address) => Boolean(URL.parse(address)?.hostname),
  'must name a mail server, such as smtps://user:password@mail.example',
)

/** What Fastify's `trustProxy` takes: addresses, networks, or names of networks. */
const isProxyList = (list: string) =>
  list.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true
    const longest = isIP(address) === 6 ? 128 : 32
    return (
      isIP(address) !== 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest))
    )
  })
export const proxies = z.string().refine(isProxyList, 'must be addresses or networks, separated by commas')

export const countries = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((country) => country.trim())
      .filter(Boolean),
  )
  .refine((list) => list.length > 0, 'must be countries, separated by commas')

const MAX_SHOWN = 60
/** Secret values are not repeated: more people may read a log than the settings. */
const isSecret = (name: string, value: string) =>
  /PASSWORD|SECRET|TOKEN|KEY|SMTP_URL|DATABASE_URL/.test(name) || value.includes('@')

/** "PORT must be a whole number between 0 and 65535, not abc" */
export function sayWhatIsWrong(name: string, message: string, value = '') {
  if (!message.startsWith('must ')) return `${name} is wrong: ${message}`
  const isShown = value.length <= MAX_SHOWN && !isSecret(name, value)
  return `${name} ${message}${isShown ? `, not ${value.replace(/\s+/g, ' ')}` : ''}`
}
