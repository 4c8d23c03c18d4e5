import { z } from 'zod'
import { fromRupees } from '#shared/money.ts'
import { HOUR_MS } from '#shared/time.ts'
import { doubtfulNames } from './doubtful-names.ts'
import { logLevels } from './observe/log/log.ts'
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

/** The only place that reads the environment. settings.about.ts says what each setting means, and docs/settings.md is made from both. */
export const Settings = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']).default('production'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: startsWith(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional(),
  READ_DATABASE_URL: startsWith(/^postgres(ql)?:\/\//, 'must begin with postgres://').optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  DEMO: oneOf(['0', '1', 'catalogue']).default('1'),
  STORE_NAME: text.max(60, 'must have at most 60 characters').default('Haat'),
  SELLER_EMAIL: emailAddress('you@shop.example').optional(),
  SELLER_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(1000, 'must have at most 1000 characters')
    .optional(),
  SECOND_FACTOR: oneOf(['offered', 'demanded']).default('offered'),
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
  ORDERS_ON_HOLIDAY: flag('0'),
  PAYOUT_MIN: wholeNumber(1, 1_00_000).default(500),
  SECOND_YES_FROM: wholeNumber(0, 1_00_00_000).default(10_000),
  KEPT_ANSWERS_MB: wholeNumber(1, 100_000).default(64),
  CDN_PURGE_URL: httpAddress.optional(),
  RATE_LIMIT: oneOf(['on', 'off']).default('on'),
  LOG_LEVEL: oneOf(logLevels).optional(),
  LOG_ADDRESS: flag('0'),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  BACKUP_DIR: optionalText,
  BACKUP_EVERY_HOURS: hours(720).default(24),
  BACKUP_KEEP: wholeNumber(1, 10_000).default(7),
  SOCIAL_INSTAGRAM: httpAddress.optional(),
  SOCIAL_FACEBOOK: httpAddress.optional(),
  SOCIAL_YOUTUBE: httpAddress.optional(),
  FACTS_REQUIRED: flag('0'),
  SAMPLE_RATING: oneOf(['0', '1']).optional(),
  FOUNDED: wholeNumber(1800, 2100).optional(),
  COUNTRIES: wholeNumber(1, 250).optional(),
  CARBON_NEGATIVE_IN: wholeNumber(2000, 2100).optional(),
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
 * Payment is by Stripe, or by a test checkout that moves no money, for shops that nobody takes for real (docs/promises.md 15), or not
 * offered.
 */
function readPayment(settings: z.output<typeof Settings>, isHttps: boolean) {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, NODE_ENV, DEMO } = settings
  if (STRIPE_SECRET_KEY) {
    return {
      kind: 'stripe',
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiBase: STRIPE_API_BASE,
    } as const
  }
  if (STRIPE_WEBHOOK_SECRET) {
    throw new WrongSetting('STRIPE_SECRET_KEY is missing: STRIPE_WEBHOOK_SECRET does nothing without it')
  }
  if (isHttps || (NODE_ENV === 'production' && DEMO === '0')) return undefined
  return { kind: 'test' } as const
}

/** Which tool backs up data outside DATA_DIR; our own backup would hold only half of it. */
function otherBackupTool({ DATABASE_URL, S3_BUCKET }: z.output<typeof Settings>) {
  const tools = [
    DATABASE_URL ? 'DATABASE_URL is set: pg_dump backs the database up, pg_restore restores it' : '',
    S3_BUCKET ? 'S3_BUCKET is set: turn on versioning of the bucket, or copy it with the tools of its service' : '',
  ].filter(Boolean)
  return tools.length > 0 ? `${tools.join('. ')}. See docs/operations.md` : undefined
}

/** Undefined: no regular backups. Throws WrongSetting where our backup is not the right tool. */
function readBackups(settings: z.output<typeof Settings>) {
  const { BACKUP_DIR, BACKUP_EVERY_HOURS, BACKUP_KEEP } = settings
  if (!BACKUP_DIR) return undefined
  const otherTool = otherBackupTool(settings)
  if (otherTool) throw new WrongSetting(`BACKUP_DIR is of no use. ${otherTool}`)
  return { dir: BACKUP_DIR, everyMs: BACKUP_EVERY_HOURS * HOUR_MS, keep: BACKUP_KEEP }
}

/** The address on labels. Throws WrongSetting when a part of it is missing. */
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

/** For a shop that nobody takes for real, from the specification. */
const demoClaims = { founded: 2019, countries: 67, carbonNegativeIn: 2025 }

/** What pages claim of the shop. A real shop claims only what its settings say, and shows no stars that nobody gave. */
function readClaims(settings: z.output<typeof Settings>, isReal: boolean) {
  const { SAMPLE_RATING, FOUNDED, COUNTRIES, CARBON_NEGATIVE_IN } = settings
  const claims: Partial<typeof demoClaims> = isReal ? {} : demoClaims
  return {
    isReal,
    sampleRating: SAMPLE_RATING === undefined ? !isReal : SAMPLE_RATING === '1',
    claims: {
      founded: FOUNDED ?? claims.founded,
      countries: COUNTRIES ?? claims.countries,
      carbonNegativeIn: CARBON_NEGATIVE_IN ?? claims.carbonNegativeIn,
    },
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host)
/** Well-known passwords, for shops that nobody takes for real. */
export const demoSeller = { email: 'seller@haat.example', password: 'haat-demo-seller' }
export const demoShopper = { name: 'Ananya Rao', email: 'shopper@haat.example', password: 'haat-demo-shopper' }
export const INVENTED = '@demo.haat.example'

/** Reads the settings; an empty one counts as unset. Throws WrongSetting with one line that names what is wrong. */
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
  const isDemo = settings.DEMO !== '0'
  const seller =
    settings.SELLER_EMAIL && settings.SELLER_PASSWORD
      ? { email: settings.SELLER_EMAIL.toLowerCase(), password: settings.SELLER_PASSWORD, isDemo: false }
      : isDemo && !isHttps
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
    readDatabaseUrl: settings.READ_DATABASE_URL,
    workers: readWorkers(settings),
    demo: isDemo,
    /** Does a database made by this start get the demo's month? */
    demoMonth: settings.DEMO === '1' && !settings.DATABASE_URL && !isHttps,
    storeName: settings.STORE_NAME,
    seller,
    publicUrl,
    isHttps,
    ownOrigins,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    supportEmail: settings.SUPPORT_EMAIL,
    /** May mails show the shop's pictures? By SMTP they reach people who cannot open an address of this machine. */
    mailPictures: !settings.SMTP_URL || !isLoopback(new URL(publicUrl).hostname.replace(/[[\]]/g, '')),
    shopMails: settings.SHOP_MAILS,
    bucket: readBucket(settings),
    payment: readPayment(settings, isHttps),
    trustProxy: settings.TRUST_PROXY,
    shipTo: settings.SHIP_TO,
    /** Calendar days from order to delivery, for products without days of their own. */
    deliveryDays: settings.DELIVERY_DAYS,
    /** Days after delivery; 0: only damaged goods can be returned. */
    returnDays: settings.RETURN_DAYS,
    /** May only products be on sale that state what their category asks for? */
    factsRequired: settings.FACTS_REQUIRED,
    ordersOnHoliday: settings.ORDERS_ON_HOLIDAY,
    demandsFactor: settings.SECOND_FACTOR === 'demanded',
    payoutMinPaise: fromRupees(settings.PAYOUT_MIN),
    /** From which amount on acts by which money leaves wait for a second person; undefined: never. */
    secondYesFromPaise: settings.SECOND_YES_FROM === 0 ? undefined : fromRupees(settings.SECOND_YES_FROM),
    sender: readSender(settings),
    keptAnswersBytes: settings.KEPT_ANSWERS_MB * 1024 * 1024,
    cdnPurgeUrl: settings.CDN_PURGE_URL,
    rateLimit: settings.RATE_LIMIT === 'on',
    /** Undefined: `warn` on a terminal, else `info`. */
    logLevel: settings.LOG_LEVEL,
    logAddress: settings.LOG_ADDRESS,
    metricsToken: settings.METRICS_TOKEN,
    doubtfulNames: doubtfulNames(env, Object.keys(Settings.shape)),
    backups: readBackups(settings),
    otherBackupTool: otherBackupTool(settings),
    social: [
      { name: 'Instagram', ...(settings.SOCIAL_INSTAGRAM ? { url: settings.SOCIAL_INSTAGRAM } : {}) },
      { name: 'Facebook', ...(settings.SOCIAL_FACEBOOK ? { url: settings.SOCIAL_FACEBOOK } : {}) },
      { name: 'YouTube', ...(settings.SOCIAL_YOUTUBE ? { url: settings.SOCIAL_YOUTUBE } : {}) },
    ],
    // People take a shop on https without the demo for real.
    ...readClaims(settings, isHttps && !isDemo),
    legal: {
      ...(settings.LEGAL_NAME ? { name: settings.LEGAL_NAME } : {}),
      ...(settings.LEGAL_ADDRESS ? { address: settings.LEGAL_ADDRESS } : {}),
      ...(settings.LEGAL_GRIEVANCE_OFFICER ? { grievanceOfficer: settings.LEGAL_GRIEVANCE_OFFICER } : {}),
    },
  }
}
export type Config = ReturnType<typeof readConfig>
