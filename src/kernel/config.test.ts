import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readConfig, Settings } from './config.ts'

describe('settings', () => {
  const postgres = { DATABASE_URL: 'postgres://h/d' }

  it('need none: a demo shop on this machine only', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      demo: true,
      storeName: 'Haat',
      publicUrl: 'http://localhost:3000',
      seller: { isDemo: true },
    })
  })

  it('claim nothing of a real shop that it does not say itself, and show no sample stars', () => {
    const real = { PUBLIC_URL: 'https://shop.example', DEMO: '0' }
    const nothing = { founded: undefined, countries: undefined, carbonNegativeIn: undefined }
    expect(readConfig(real)).toMatchObject({ sampleRating: false, claims: nothing })
    const said = { ...real, SAMPLE_RATING: '1', FOUNDED: '1998', COUNTRIES: '', CARBON_NEGATIVE_IN: '2040' }
    expect(readConfig(said)).toMatchObject({
      sampleRating: true,
      claims: { founded: 1998, countries: undefined, carbonNegativeIn: 2040 },
    })
    const demo = { sampleRating: true, claims: { founded: 2019, countries: 67, carbonNegativeIn: 2025 } }
    for (const env of [{}, { DEMO: '0' }, { PUBLIC_URL: 'https://shop.example' }])
      expect(readConfig(env)).toMatchObject(demo)
    expect(readConfig({ SAMPLE_RATING: '0' })).toMatchObject({ sampleRating: false })
  })

  it.each([
    ['a port that is no number', { PORT: 'abc' }, 'PORT'],
    ['a port past 65535', { PORT: '70000' }, 'PORT'],
    ['a standby of no PostgreSQL', { READ_DATABASE_URL: 'postgres://h/d' }, 'DATABASE_URL'],
    ['a standby that is not PostgreSQL', { ...postgres, READ_DATABASE_URL: 'mysql://h/d' }, 'READ_DATABASE_URL'],
    ['a database that is not PostgreSQL', { DATABASE_URL: 'mysql://localhost/haat' }, 'DATABASE_URL'],
    ['a yes or no in words', { DEMO: 'yes' }, 'DEMO'],
    ['an address that is none', { PUBLIC_URL: 'haat.example' }, 'PUBLIC_URL'],
    ['a seller without a password', { SELLER_EMAIL: 'a@b.co' }, 'SELLER_PASSWORD'],
    ['a short password', { SELLER_EMAIL: 'a@b.co', SELLER_PASSWORD: 'short' }, 'SELLER_PASSWORD'],
    ['a webhook secret without a key', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
    [
      'a payment service that is no address',
      { STRIPE_SECRET_KEY: 'sk_1', STRIPE_API_BASE: 'stripe' },
      'STRIPE_API_BASE',
    ],
    ['a token for the metrics that is soon guessed', { METRICS_TOKEN: '15 characters !' }, 'METRICS_TOKEN'],
    ['a level of the log that there is none', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    ['backups that are never made', { BACKUP_DIR: '/b', BACKUP_EVERY_HOURS: '0' }, 'BACKUP_EVERY_HOURS'],
    ['backups of another database', { BACKUP_DIR: '/b', DATABASE_URL: 'postgres://h/d' }, 'BACKUP_DIR'],
    ['a shop that ships nowhere', { SHIP_TO: ' , ' }, 'SHIP_TO'],
    ['days of delivery that end before they begin', { DELIVERY_DAYS: '8-4' }, 'DELIVERY_DAYS'],
    ['payouts from nothing on', { PAYOUT_MIN: '0' }, 'PAYOUT_MIN'],
    ['more days to return goods than a year has', { RETURN_DAYS: '366' }, 'RETURN_DAYS'],
    ['a street without a city', { SENDER_STREET: '7 Church Street' }, 'SENDER_CITY'],
    ['a city without a street', { SENDER_CITY: 'Bengaluru' }, 'SENDER_STREET'],
    ['a proxy that is no address', { TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    ['a network that is none', { TRUST_PROXY: '127.0.0.1, 10.0.0.0/33' }, 'TRUST_PROXY'],
    ['several processes on the embedded database', { WORKERS: '2' }, 'WORKERS'],
    ['several processes while developing', { WORKERS: '2', ...postgres, NODE_ENV: 'development' }, 'WORKERS'],
    ['several processes on any free port', { WORKERS: '2', ...postgres, PORT: '0' }, 'PORT'],
    ['no process at all', { WORKERS: '0', ...postgres }, 'WORKERS'],
    ['half a process', { WORKERS: '1.5', ...postgres }, 'WORKERS'],
    ['too many processes', { WORKERS: '65', ...postgres }, 'WORKERS'],
    ['processes in words', { WORKERS: 'four', ...postgres }, 'WORKERS'],
    ['an open host without an address', { HOST: '0.0.0.0' }, 'PUBLIC_URL'],
  ])('stop the start for %s, with one line that names it', (_, env, name) => {
    expect(() => readConfig(env)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`^[^\\n]*${name}[^\\n]*$`)) }),
    )
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number between 0 and 65535, not abc'],
    [{ PORT: '80.5' }, 'PORT must be a whole number between 0 and 65535, not 80.5'],
    [{ PORT: '0x50' }, 'PORT must be a whole number between 0 and 65535, not 0x50'],
    [{ DEMO: 'yes' }, 'DEMO must be 0, 1 or catalogue, not yes'],
    [
      { DELIVERY_DAYS: 'a week' },
      'DELIVERY_DAYS must be days such as 4-8, or one number such as 5, from 1 to 60, not a week',
    ],
    [{ RETURN_DAYS: '-1' }, 'RETURN_DAYS must be a whole number between 0 and 365, not -1'],
    [{ RATE_LIMIT: 'none' }, 'RATE_LIMIT must be on or off, not none'],
    [{ BACKUP_EVERY_HOURS: 'daily' }, 'BACKUP_EVERY_HOURS must be a number of hours above 0, at most 720, not daily'],
    [{ STORE_NAME: 'x'.repeat(61) }, 'STORE_NAME must have at most 60 characters'],
    [{ MAIL_FROM: 'the shop' }, 'MAIL_FROM must be an e-mail address, such as orders@shop.example, not the shop'],
    [
      { PUBLIC_URL: 'https://shop.example/haat' },
      'PUBLIC_URL must be an address such as https://shop.example, without a path, a query or a login, not https://shop.example/haat',
    ],
    // What is secret is not repeated.
    [{ SELLER_EMAIL: 'a@b.co', SELLER_PASSWORD: 'short' }, 'SELLER_PASSWORD must have at least 8 characters'],
    [
      { STRIPE_SECRET_KEY: 'pk_live_1' },
      'STRIPE_SECRET_KEY must be a secret key of Stripe, which begins with sk_ or rk_',
    ],
    [{ SMTP_URL: 'mail:secret' }, 'SMTP_URL must begin with smtp:// or smtps://'],
    [
      { PUBLIC_URL: 'https://user:secret@shop.example' },
      'PUBLIC_URL must be an address such as https://shop.example, without a path, a query or a login',
    ],
  ])('say what is wrong with %o in a sentence', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(expect.objectContaining({ message: sentence }))
  })

  it.each(['smtp://', 'smtps://user:secret@', 'smtp://[mail.example', 'smtp://mail.example:port'])(
    'take no SMTP_URL without a server: %s',
    (SMTP_URL) => {
      const message = 'SMTP_URL must name a mail server, such as smtps://user:password@mail.example'
      expect(() => readConfig({ SMTP_URL })).toThrow(expect.objectContaining({ message }))
    },
  )

  it.each([
    'https://shop.example?a=b',
    'https://shop.example/#top',
    'https://shop.example/a',
    'ftp://shop.example',
    'https://',
    'https://a b',
  ])('take no PUBLIC_URL that is more or less than an address: %s', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow('PUBLIC_URL must be an address')
  })

  it.each([
    'https://shop.example',
    'https://shop.example/',
    'http://127.0.0.1:8080',
    'https://xn--j2bd4cyac6f.example',
  ])('take a PUBLIC_URL such as %s', (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL.replace(/\/$/, ''))
  })

  it('take https for https in capitals, too: cookies are Secure, and there is no demo seller', () => {
    const config = readConfig({ PUBLIC_URL: 'HTTPS://Shop.Example:443/' })
    expect(config).toMatchObject({ publicUrl: 'https://shop.example', isHttps: true, seller: undefined })
    expect(config.ownOrigins).toEqual(['https://shop.example'])
  })

  it('name who sends parcels: the shop, unless they say more', () => {
    expect(readConfig({ STORE_NAME: 'Karigar' }).sender).toEqual({ name: 'Karigar' })
    const address = { street: '7 Church Street', city: 'Bengaluru', state: 'Karnataka', zipcode: '560001' }
    const given = {
      SENDER_NAME: 'Haat stores',
      ...{ SENDER_STREET: address.street, SENDER_CITY: address.city },
      ...{ SENDER_STATE: address.state, SENDER_ZIPCODE: address.zipcode, SENDER_PHONE: '98450 12345' },
    }
    expect(readConfig(given).sender).toEqual({ name: 'Haat stores', phone: '98450 12345', address })
  })

  it.each([
    ['with an https address', { PUBLIC_URL: 'https://haat.example' }],
    ['without the demo', { DEMO: '0' }],
  ])('make no demo seller %s', (_, env) => {
    expect(readConfig(env).seller).toBeUndefined()
  })

  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const real = { PUBLIC_URL: 'https://haat.example' }
  it.each([
    ['a demo on this machine: the test checkout', {}, 'test'],
    ['a demo in production: the test checkout', { NODE_ENV: 'production' }, 'test'],
    ['a shop in development: the test checkout', { NODE_ENV: 'development', DEMO: '0' }, 'test'],
    ['a real shop in production: nothing', { NODE_ENV: 'production', DEMO: '0' }, undefined],
    ['a shop on https: nothing', real, undefined],
    ['a demo on https: nothing', { ...real, DEMO: '1' }, undefined],
    ['a key: Stripe', stripe, 'stripe'],
    ['a key in a demo on this machine: Stripe', { ...stripe, NODE_ENV: 'production', DEMO: '1' }, 'stripe'],
    ['a key on https: Stripe', { ...stripe, ...real, DEMO: '0' }, 'stripe'],
    ['an empty key: as without', { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }, 'test'],
  ])('decide how shoppers pay online. %s', (_, env, kind) => {
    expect(readConfig(env).payment?.kind).toBe(kind)
  })

  it('take addresses, networks and their names for proxies', () => {
    const TRUST_PROXY = 'loopback, 10.0.0.0/8, 2001:db8::/32, 203.0.113.7'
    expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY)
  })

  it('name the countries that the shop ships to', () => {
    expect(readConfig({}).shipTo).toEqual(['India'])
    expect(readConfig({ SHIP_TO: 'India, Sri Lanka' }).shipTo).toEqual(['India', 'Sri Lanka'])
  })

  it.each([
    [{}, true],
    [{ SMTP_URL: 'smtp://mail.example' }, false],
    [{ SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'http://[::1]:3000' }, false],
    [{ SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://haat.example' }, true],
  ])('let mails show pictures where their readers find them: %o', (settings, mailPictures) => {
    expect(readConfig(settings)).toMatchObject({ mailPictures })
  })

  it('say how long a delivery takes, and how long goods can be returned', () => {
    expect(readConfig({})).toMatchObject({ deliveryDays: { from: 4, to: 8 }, returnDays: 7 })
    const given = readConfig({ DELIVERY_DAYS: '5', RETURN_DAYS: '0' })
    expect(given).toMatchObject({ deliveryDays: { from: 5, to: 5 }, returnDays: 0 })
  })

  it('have one process answer, or as many as PostgreSQL is to serve', () => {
    expect([readConfig({}), readConfig({ WORKERS: '1' })].map(({ workers }) => workers)).toEqual([1, 1])
    expect(readConfig({ WORKERS: '64', ...postgres }).workers).toBe(64)
  })

  it('take an empty setting for an unset one', () => {
    expect(readConfig({ PORT: '', STORE_NAME: '' })).toMatchObject({ port: 3000, storeName: 'Haat' })
  })
})

describe('the documents', () => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
  const settings = Object.keys(Settings.shape)
  /** They are Node's. */
  const ownSettings = ['NODE_ENV', 'NODE_COMPILE_CACHE']

  it.each(['docs/operations.md', 'deploy/haat.service', 'Dockerfile'])(
    'name no setting in %s that is none',
    async (file) => {
      const named = (await read(file)).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []
      expect(named).toContain('DATA_DIR')
      // Families of network addresses, for systemd.
      const unknown = named.filter((name) => ![...settings, ...ownSettings].includes(name) && !name.startsWith('AF_'))
      expect(unknown).toEqual([])
    },
  )
})
