import type { Settings } from './config.ts'

type Name = keyof typeof Settings.shape

/** What each setting means. docs/settings.md is made from this and from the rules and defaults in `Settings`. */
export const aboutSettings: readonly { title: string; settings: readonly (readonly [Name, string])[] }[] = [
  {
    title: 'Address and data',
    settings: [
      ['PORT', 'where the shop listens'],
      ['HOST', 'another one than loopback needs `PUBLIC_URL`'],
      [
        'PUBLIC_URL',
        'the shop’s address, for canonical links and mails (`http://localhost:PORT`). With `https:` cookies become Secure, HSTS is on, makers can be told on their phones, and a demo has neither logins nor its month',
      ],
      ['DATA_DIR', 'the embedded database, uploaded pictures and the mails. One process owns it'],
      ['DATABASE_URL', 'PostgreSQL 15 or newer instead of the embedded SQLite'],
      [
        'READ_DATABASE_URL',
        'a standby of that PostgreSQL: visitors’ products and pages are read there while it has what the first one has',
      ],
      ['WORKERS', 'so many processes answer, sharing the port. More than one needs `DATABASE_URL`'],
      [
        'TRUST_PROXY',
        'the proxies whose X-Forwarded-For is believed: addresses or networks, separated by commas; without it none',
      ],
      ['NODE_ENV', 'Node’s own; `npm run dev` and the tests set it'],
    ],
  },
  {
    title: 'The demo, and the seller’s account',
    settings: [
      [
        'DEMO',
        '`1`: an empty database gets the demo catalogue with its ten sample producers, the demo’s seller and shopper and, where it is the embedded one, a month of invented orders before today; with an https `PUBLIC_URL` neither the logins nor the month. `catalogue`: the same without the month. `0`: none of these; `npm run demo:end` takes out what is there. Where others have ordered, sold or been paid beside the invented orders, these stay: a shop that means it starts with `DEMO=0` in a new `DATA_DIR` and takes its products along by CSV, with pictures',
      ],
      [
        'SELLER_EMAIL',
        'with `SELLER_PASSWORD` it makes the first account of the seller’s area, at a start at which there is none at all; others are invited in the shop, under Team. With `DEMO=0` there is no default',
      ],
      [
        'SELLER_PASSWORD',
        'its first password: password and address change in the shop, or by `npm run seller -- reset-password`',
      ],
      [
        'SECOND_FACTOR',
        '`demanded`: whoever of the shop’s people has no second factor sets one up before anything else. `offered`: each decides',
      ],
    ],
  },
  {
    title: 'Mails',
    settings: [
      [
        'SMTP_URL',
        'the mail server, such as `smtps://user:password@mail.example`. Without it each mail is an .eml file in `DATA_DIR/mail`. Mails sent by it show pictures of what was bought once `PUBLIC_URL` is an address that others reach, not localhost',
      ],
      ['MAIL_FROM', 'who sends the mails: an address alone, without a name'],
      ['SUPPORT_EMAIL', 'where shoppers write to: an address alone, without a name'],
      [
        'SHOP_MAILS',
        '`each`: the seller gets a mail within a minute of a new order, an application, a last piece, a return that is asked for, a payout that failed, 30 days before a mark ends; of many at once, one. `daily`: one summary a day. `none`',
      ],
    ],
  },
  {
    title: 'Pictures in a bucket',
    settings: [
      [
        'S3_BUCKET',
        'keeps uploaded pictures in this S3-compatible bucket instead of `DATA_DIR`; only with both parts of the key',
      ],
      ['S3_ACCESS_KEY_ID', 'the key’s name'],
      ['S3_SECRET_ACCESS_KEY', 'the key itself'],
      [
        'S3_ENDPOINT',
        'address of another service than Amazon’s, with the bucket in its path. A bucket at Amazon with a dot in its name needs its region’s address here, such as `https://s3.us-east-1.amazonaws.com`',
      ],
      ['S3_REGION', 'the bucket’s region'],
    ],
  },
  {
    title: 'Payment online',
    settings: [
      [
        'STRIPE_SECRET_KEY',
        'takes cards through Stripe Checkout; without it see [Payment online](../README.md#payment-online)',
      ],
      ['STRIPE_WEBHOOK_SECRET', 'the signing secret of the webhook, `whsec_…`; without it Stripe’s events are refused'],
      ['STRIPE_API_BASE', 'another address than Stripe’s, for tests'],
    ],
  },
  {
    title: 'Delivery, returns, payouts',
    settings: [
      [
        'SHIP_TO',
        'the countries that orders are sent to, separated by commas. Other addresses can be saved, not ordered to',
      ],
      [
        'DELIVERY_DAYS',
        'calendar days from an order to its delivery, such as `4-8`, or one number. A product may say its own',
      ],
      ['RETURN_DAYS', 'so many days after delivery goods can be returned. `0`: only what came damaged'],
      [
        'FACTS_REQUIRED',
        '`1`: a product cannot be put on sale without the facts that its category must state. What is on sale already and lacks them leaves the shop 30 days after the first start with `1`, which is announced in the overview and by mail. `0`: they are listed only',
      ],
      [
        'ORDERS_ON_HOLIDAY',
        '`1`: what a producer on holiday makes can be ordered, and is promised for after their return. `0`: it stays in the shop with the day of their return, as if it were out of stock',
      ],
      ['PAYOUT_MIN', 'rupees from which on a payout run pays a producer; less stays for the next run'],
      [
        'SECOND_YES_FROM',
        'rupees from which on a payout run, a refund by UPI or bank, a correction of the ledger and a community payout wait for a second person with the right money, while two people have it; what one person does in 24 hours counts together. `0`: never',
      ],
      ['SENDER_NAME', 'who sends the shop’s parcels and takes them back, on their labels; without it `STORE_NAME`'],
      [
        'SENDER_STREET',
        'where parcels come from. Street, city, state and PIN code only together; without them labels name `SUPPORT_EMAIL`',
      ],
      ['SENDER_CITY', 'the sender’s city'],
      ['SENDER_STATE', 'the sender’s state'],
      ['SENDER_ZIPCODE', 'the sender’s PIN code'],
      ['SENDER_PHONE', 'the sender’s telephone'],
    ],
  },
  {
    title: 'What the shop says of itself',
    settings: [
      ['STORE_NAME', 'stands everywhere that ours stands; another one than ours without the Devanagari mark'],
      [
        'FOUNDED',
        'the year in which the shop began, for home, mission and footer (`2019`; with an https `PUBLIC_URL` and `DEMO=0` left out when empty)',
      ],
      ['COUNTRIES', 'in how many countries it is (`67`, and left out in the same way)'],
      ['CARBON_NEGATIVE_IN', 'a year (`2025`, and left out in the same way)'],
      [
        'SAMPLE_RATING',
        '`1`: the same four sample stars on every product; `0`: none (`1`; with an https `PUBLIC_URL` and `DEMO=0` it is `0`)',
      ],
      ['SOCIAL_INSTAGRAM', 'an address for the footer; plain text without one'],
      ['SOCIAL_FACEBOOK', 'the same'],
      ['SOCIAL_YOUTUBE', 'the same'],
      ['LEGAL_NAME', 'for the footer’s last line and for invoices; left out without'],
      ['LEGAL_ADDRESS', 'the same'],
      ['LEGAL_GRIEVANCE_OFFICER', 'for the footer’s last line; left out without'],
    ],
  },
  {
    title: 'Running it',
    settings: [
      ['LOG_LEVEL', '`info`: one line of JSON for each request (on a terminal `warn`)'],
      ['LOG_ADDRESS', '`1`: addresses of clients stand in the log'],
      ['METRICS_TOKEN', '`/metrics` answers Prometheus with this bearer token; without it 404'],
      ['BACKUP_DIR', 'a folder for regular backups, which must be writable; without it there are none'],
      ['BACKUP_EVERY_HOURS', 'hours from one backup to the next'],
      ['BACKUP_KEEP', 'so many backups are kept'],
      [
        'CDN_PURGE_URL',
        'where a CDN in front of the shop takes `PURGE`, such as `http://127.0.0.1:6081/`: it may keep visitors’ pages, and is told what has changed ([scaling.md](scaling.md#a-cdn))',
      ],
      [
        'KEPT_ANSWERS_MB',
        'memory of each process for visitors’ pages and answers that are kept ready: `64` is enough for some 5,000 products; searches take an eighth of it',
      ],
      ['RATE_LIMIT', '`off`: no limit on logins and registrations, for load tests only'],
    ],
  },
]
