import pino, { type DestinationStream } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const secretName =
  '[\\w-]*(?:password|token|secret|cookie|authorization|email|phone|mobileNumber|recipient|accountNumber|ifsc|upi|holder)'
/** No log line may hold these: a pattern, and its replacement. */
const hidden: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`"(${secretName})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi'), '"$1":"[hidden]"'],
  // Reset and confirmation links carry their token so.
  [new RegExp(`(${secretName}|haat-user|haat-seller)=[^&;\\s"'\\\\]+`, 'gi'), '$1=[hidden]'],
  [/\b(bearer|basic) [^\s"\\]+/gi, '$1 [hidden]'],
  [/\b(?:sk|rk|whsec)_\w{8,}/g, '[key]'],
  // Name and password in the address of a server.
  [/:\/\/[^\s/"\\@]+@/g, '://[hidden]@'],
  [/[\p{L}\p{N}._+-]{1,64}(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[e-mail]'],
  [/(?<![\w.:+-])(?:\+\d{1,3}[ -]?)?\d{5}[ -]?\d{5}(?![\w.-])/g, '[phone]'],
]

/** Every secret has a piece of this; nearly all lines have none and pass at once. */
const suspicious =
  /[@=]|%40|\b(?:sk|rk|whsec)_|\b(?:bearer|basic)\b|\d{5}[ -]?\d{5}|(?:password|token|secret|cookie|authorization|email|phone|mobileNumber|recipient|accountNumber|ifsc|upi|holder)"/i

export const REQUEST_ANSWERED = 'request'
const requestEnd = `"msg":"${REQUEST_ANSWERED}"}\n`

/** All parts of a request's line are ours or checked (request-log.ts), except the address, which a proxy tells. */
const isHarmless = (line: string) => line.endsWith(requestEnd) && !line.includes('"address":')

export const hideSecrets = (text: string) =>
  suspicious.test(text) ? hidden.reduce((left, [secret, shown]) => left.replace(secret, shown), text) : text

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** Few fields: others may hold what people typed (a database's `detail`). Values that queries or JSON quote are left out. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: textOf(error) }
  const code = 'code' in error ? textOf(error.code) : undefined
  const quotesValues = error instanceof SyntaxError || /^22/.test(code ?? '')
  const shown = (text: string) => (quotesValues ? text.replace(/"[^\n]*"/g, '"…"') : text)
  return {
    type: error.name,
    message: shown(error.message),
    ...(code ? { code } : {}),
    ...('constraint' in error ? { constraint: textOf(error.constraint) } : {}),
    stack: shown(error.stack ?? ''),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
}

let lastMs = 0
let lastTime = ''
/** The last text is reused, since many lines share a millisecond. */
function timeOfLine() {
  const ms = Date.now()
  if (ms !== lastMs) lastTime = `,"time":"${new Date(ms).toISOString()}"`
  lastMs = ms
  return lastTime
}

export function createLog(level: LogLevel, destination: DestinationStream) {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: timeOfLine,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => (isHarmless(line) ? line : hideSecrets(line)) },
    },
    destination,
  )
}
