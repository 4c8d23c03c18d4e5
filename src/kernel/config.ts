import { z } from 'zod'
import { fromRupees } from '#shared/money.ts'
import { HOUR_MS } from '#shared/time.ts'
import { logLevels } from './log/log.ts'
import {
  countries,
  days,
  emailAddress,
  flag,
  hours,
  httpAddress,
  mailServer,
  oneOf,
  optionalText,
  origin,
  proxies,
  sayWhatIsWrong,
  startsWith,
  text,
  wholeNumber,
} from './setting-kinds.ts'

/** The only place that reads the environment. Every setting is described in README.md. */
export const Settings = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']).default('production'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: startsWith(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional(),
  READ_DATABASE_URL: startsWith(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  DEMO: flag('1'),
  STORE_NAME: text.max(60, 'must have at most 60 characters').default('Haat'),
  SELLER_EMAIL: emailAddress('you@shop.example').optional(),
  SELLER_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(1000, 'must have at most 1000 characters')
    .optional(),
  PUBLIC_URL: origin.optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: emailAddress('orders@shop.example').default('shop@haat.example'),
  SHOP_MAILS: oneOf(['each', 'daily', 'none']).default('each'),
  SUPPORT_EMAIL: emailAddress('help@shop.example').default('support@haat.example'),
  S3_ENDPOINT: httpAddress.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_BUCKET: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  STRIPE_SECRET_KEY: startsWith(
    /^(?:sk|rk)_[\w-]+$/,
    'must be a secret key of Stripe, which begins with sk_ or rk_',
  ).optional(),
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_API_BASE: httpAddress.optional(),
  TRUST_PROXY: proxies.optional(),
  SHIP_TO: countries.default(['India']),
  DELIVERY_DAYS: days.default({ from: 4, to: 8 }),
  RETURN_DAYS: wholeNumber(0, 365).default(7),
  PAYOUT_MIN: wholeNumber(1, 1_00_000).default(500),
  KEPT_ANSWERS_MB: wholeNumber(1, 100_000).default(64),
  CDN_PURGE_URL: httpAddress.optional(),
  RATE_LIMIT: oneOf(['on', 'off']).default('on'),
  LOG_LEVEL: oneOf(logLevels).optional(),
  LOG_ADDRESS: flag('0'),
  METRICS_TOKEN: optionalText,
  BACKUP_DIR: optionalText,
  BACKUP_EVERY_HOURS: hours(720).default(24),
  BACKUP_KEEP: wholeNumber(1, 10_000).default(7),
  SOCIAL_INSTAGRAM: httpAddress.optional(),
  SOCIAL_FACEBOOK: httpAddress.optional(),
  SOCIAL_YOUTUBE: httpAddress.optional(),
  LEGAL_NAME: optionalText,
  LEGAL_ADDRESS: optionalText,
  LEGAL_GRIEVANCE_OFFICER: optionalText,
  SENDER_NAME: optionalText,
  SENDER_STREET: optionalText,
  SENDER_CITY: optionalText,
  SENDER_STATE: optionalText,
  SENDER_ZIPCODE: optionalText,
  SENDER_PHONE: optionalText,
})

export class WrongSetting extends Error {}

/** The bucket for pictures, or undefined. Throws WrongSetting when a part of it is missing. */
function readBucket(settings: z.output<typeof Settings>) {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_BUCKET && !S3_ENDPOINT && !S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY) return undefined
  const missing = (name: string) =>
    new WrongSetting(
      `${name} is missing: pictures in a bucket need S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY`,
    )
  if (!S3_BUCKET) throw missing('S3_BUCKET')
  if (!S3_ACCESS_KEY_ID) throw missing('S3_ACCESS_KEY_ID')
  if (!S3_SECRET_ACCESS_KEY) throw missing('S3_SECRET_ACCESS_KEY')
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    name: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/**
 * How shoppers pay online: by Stripe; by a test checkout of our own, which moves no money and is only for shops that nobody
 * takes for real (docs/promises.md 15); or not at all.
 */
function readPayment(settings: z.output<typeof Settings>, isHttps: boolean) {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, NODE_ENV, DEMO } = settings
  if (STRIPE_SECRET_KEY) {
    return {
      kind: 'stripe',
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      /** Another address than Stripe's, for tests. */
      apiBase: STRIPE_API_BASE,
    } as const
  }
  if (STRIPE_WEBHOOK_SECRET) {
    throw new WrongSetting('STRIPE_SECRET_KEY is missing: STRIPE_WEBHOOK_SECRET does nothing without it')
  }
  if (isHttps || (NODE_ENV === 'production' && !DEMO)) return undefined
  return { kind: 'test' } as const
}

/** What backs up data that is not in DATA_DIR, where our own backup would be half of it; else undefined. */
function otherBackupTool({ DATABASE_URL, S3_BUCKET }: z.output<typeof Settings>) {
  const tools = [
    DATABASE_URL ? 'DATABASE_URL is set: pg_dump backs the database up, pg_restore restores it' : '',
    S3_BUCKET ? 'S3_BUCKET is set: turn on versioning of the bucket, or copy it with the tools of its service' : '',
  ].filter(Boolean)
  return tools.length > 0 ? `${tools.join('. ')}. See docs/operations.md` : undefined
}

/** Regular backups, or undefined. Throws WrongSetting where our backup is not the right tool. */
function readBackups(settings: z.output<typeof Settings>) {
  const { BACKUP_DIR, BACKUP_EVERY_HOURS, BACKUP_KEEP } = settings
  if (!BACKUP_DIR) return undefined
  const otherTool = otherBackupTool(settings)
  if (otherTool) throw new WrongSetting(`BACKUP_DIR is of no use. ${otherTool}`)
  return { dir: BACKUP_DIR, everyMs: BACKUP_EVERY_HOURS * HOUR_MS, keep: BACKUP_KEEP }
}

/** Who sends the shop's parcels and takes them back, as labels say it. Throws WrongSetting when a part of the address is missing. */
function readSender(settings: z.output<typeof Settings>) {
  const { SENDER_STREET, SENDER_CITY, SENDER_STATE, SENDER_ZIPCODE } = settings
  const name = settings.SENDER_NAME ?? settings.STORE_NAME
  const phone = settings.SENDER_PHONE
  if (!SENDER_STREET && !SENDER_CITY && !SENDER_STATE && !SENDER_ZIPCODE) return { name, phone, address: undefined }
  const missing = (part: string) =>
    new WrongSetting(`${part} is missing: labels need street, city, state and PIN code of whoever sends`)
  if (!SENDER_STREET) throw missing('SENDER_STREET')
  if (!SENDER_CITY) throw missing('SENDER_CITY')
  if (!SENDER_STATE) throw missing('SENDER_STATE')
  if (!SENDER_ZIPCODE) throw missing('SENDER_ZIPCODE')
  const address = { street: SENDER_STREET, city: SENDER_CITY, state: SENDER_STATE, zipcode: SENDER_ZIPCODE }
  return { name, phone, address }
}

/** How many processes answer. Throws WrongSetting where there can be one only. */
function readWorkers({ WORKERS, DATABASE_URL, NODE_ENV, PORT }: z.output<typeof Settings>) {
  if (WORKERS > 1 && !DATABASE_URL)
    throw new WrongSetting(
      'WORKERS must be 1 on the embedded database: several processes need PostgreSQL, set DATABASE_URL',
    )
  if (WORKERS > 1 && NODE_ENV === 'development') throw new WrongSetting('WORKERS must be 1 while developing')
  if (WORKERS > 1 && PORT === 0)
    throw new WrongSetting('PORT must be above 0 for several processes: they share a port with a number')
  return WORKERS
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)
/** A well-known password, for shops that nobody takes for real. */
export const demoSeller = { email: 'seller@haat.example', password: 'haat-demo-seller' }

/** Reads the settings. An empty one counts as unset. Throws WrongSetting with one line that names what is wrong. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    throw new WrongSetting(sayWhatIsWrong(name, issue?.message ?? '', given[name]))
  }
  const settings = parsed.data
  if (!isLoopback(settings.HOST) && !settings.PUBLIC_URL) {
    throw new WrongSetting(
      `PUBLIC_URL is missing: HOST ${settings.HOST} can be reached from outside, so the shop must know its address`,
    )
  }
  if (settings.READ_DATABASE_URL && !settings.DATABASE_URL) {
    throw new WrongSetting('DATABASE_URL is missing: READ_DATABASE_URL names a standby of that PostgreSQL')
  }
  if ((settings.SELLER_EMAIL === undefined) !== (settings.SELLER_PASSWORD === undefined)) {
    throw new WrongSetting('SELLER_EMAIL and SELLER_PASSWORD belong together: set both or neither')
  }
  const isHttps = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const seller =
    settings.SELLER_EMAIL && settings.SELLER_PASSWORD
      ? { email: settings.SELLER_EMAIL.toLowerCase(), password: settings.SELLER_PASSWORD, isDemo: false }
      : settings.DEMO && !isHttps
        ? { ...demoSeller, isDemo: true }
        : undefined
  const ownOrigins = settings.PUBLIC_URL
    ? [new URL(settings.PUBLIC_URL).origin]
    : [
        `http://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${settings.PORT}`,
        `http://localhost:${settings.PORT}`,
      ]
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return {
    isDevelopment: settings.NODE_ENV === 'development',
    isTest: settings.NODE_ENV === 'test',
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    /** A standby of it, where the catalogue is read. */
    readDatabaseUrl: settings.READ_DATABASE_URL,
    workers: readWorkers(settings),
    demo: settings.DEMO,
    storeName: settings.STORE_NAME,
    seller,
    /** Absolute address of the shop, without a slash at the end. */
    publicUrl,
    isHttps,
    /** What an Origin header may say. */
    ownOrigins,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    supportEmail: settings.SUPPORT_EMAIL,
    /** May mails show the shop's pictures? Whoever gets one by SMTP finds nothing at an address that is this machine's own. */
    mailPictures: !settings.SMTP_URL || !isLoopback(new URL(publicUrl).hostname.replace(/[[\]]/g, '')),
    /** How the seller hears of new orders and applications. */
    shopMails: settings.SHOP_MAILS,
    /** Where pictures are kept instead of DATA_DIR. */
    bucket: readBucket(settings),
    /** undefined: payment online is not offered. */
    payment: readPayment(settings, isHttps),
    trustProxy: settings.TRUST_PROXY,
    /** Countries that orders are sent to. */
    shipTo: settings.SHIP_TO,
    /** Calendar days from an order to its delivery, where a product does not say its own. */
    deliveryDays: settings.DELIVERY_DAYS,
    /** So many days after delivery goods can be returned; 0: only what came damaged. */
    returnDays: settings.RETURN_DAYS,
    /** A producer is paid out from this much on. */
    payoutMinPaise: fromRupees(settings.PAYOUT_MIN),
    /** Who sends parcels; without an address, labels say the shop's name and support e-mail instead. */
    sender: readSender(settings),
    /** Memory for answers that are kept ready, of each process. */
    keptAnswersBytes: settings.KEPT_ANSWERS_MB * 1024 * 1024,
    /** A CDN in front of the shop, which is told what has changed. */
    cdnPurgeUrl: settings.CDN_PURGE_URL,
    rateLimit: settings.RATE_LIMIT === 'on',
    /** Undefined: `warn` on a terminal, else `info`. */
    logLevel: settings.LOG_LEVEL,
    /** May addresses of clients stand in the log? */
    logAddress: settings.LOG_ADDRESS,
    metricsToken: settings.METRICS_TOKEN,
    backups: readBackups(settings),
    otherBackupTool: otherBackupTool(settings),
    social: [
      { name: 'Instagram', ...(settings.SOCIAL_INSTAGRAM ? { url: settings.SOCIAL_INSTAGRAM } : {}) },
      { name: 'Facebook', ...(settings.SOCIAL_FACEBOOK ? { url: settings.SOCIAL_FACEBOOK } : {}) },
      { name: 'YouTube', ...(settings.SOCIAL_YOUTUBE ? { url: settings.SOCIAL_YOUTUBE } : {}) },
    ],
    legal: {
      ...(settings.LEGAL_NAME ? { name: settings.LEGAL_NAME } : {}),
      ...(settings.LEGAL_ADDRESS ? { address: settings.LEGAL_ADDRESS } : {}),
      ...(settings.LEGAL_GRIEVANCE_OFFICER ? { grievanceOfficer: settings.LEGAL_GRIEVANCE_OFFICER } : {}),
    },
  }
}
export type Config = ReturnType<typeof readConfig>
