import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { toPercent, withDecimals } from '#shared/numbers.ts'
import { undoAll } from '#testing/undo.ts'
import { median, table } from './figures.ts'
import { findChromium } from './find-chromium.ts'
import { newPlace, originOf, startShop } from './shop-process.ts'

// Lighthouse on a phone: home, list, product and empty cart of the demo shop, the median of several runs.

const RUNS = Number(process.argv[2] ?? 5)
const MAX_REPORT_BYTES = 64 * 1024 * 1024
const lighthouse = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url))
const flags = '--headless=new --no-sandbox --disable-quic --no-first-run --disable-background-networking'

const Score = z.object({ score: z.number() })
const Value = z.object({ numericValue: z.number() })
const Report = z.object({
  categories: z.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
  audits: z.object({
    'largest-contentful-paint': Value,
    'cumulative-layout-shift': Value,
    'total-blocking-time': Value,
  }),
})

/** A report's figures, and their goals. */
const figures = [
  {
    name: 'performance',
    least: 98,
    read: ({ categories }: z.output<typeof Report>) => toPercent(categories.performance.score),
  },
  { name: 'accessibility', least: 100, read: ({ categories }) => toPercent(categories.accessibility.score) },
  { name: 'best practices', least: 100, read: ({ categories }) => toPercent(categories['best-practices'].score) },
  { name: 'SEO', least: 100, read: ({ categories }) => toPercent(categories.seo.score) },
  { name: 'LCP, ms', most: 1500, read: ({ audits }) => audits['largest-contentful-paint'].numericValue },
  { name: 'CLS', most: 0, read: ({ audits }) => audits['cumulative-layout-shift'].numericValue },
  { name: 'TBT, ms', most: 100, read: ({ audits }) => audits['total-blocking-time'].numericValue },
] satisfies { name: string; least?: number; most?: number; read: (report: z.output<typeof Report>) => number }[]

async function run(url: string, chromium: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [lighthouse, url, '--output=json', '--quiet', `--chrome-flags=${flags}`],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: MAX_REPORT_BYTES },
  )
  return Report.parse(JSON.parse(stdout))
}

const shown = (value: number) => (Number.isInteger(value) ? String(value) : withDecimals(value, value < 1 ? 3 : 0))

const chromium = await findChromium()
const place = await newPlace()
try {
  await startShop(place)
  const origin = originOf(place)
  const List = z.object({ products: z.array(z.object({ _id: z.string(), category: z.string() })) })
  const list = List.parse(await (await fetch(`${origin}/api/product/list?inStock=1&limit=1`)).json())
  const product = list.products.map(({ _id, category }) => `/products/${category.toLowerCase()}/${_id}`)
  const rows: string[][] = []
  let missed = 0
  for (const [name, path = '/'] of [
    ['home', '/'],
    ['list', '/products'],
    ['product', product[0]],
    ['cart', '/cart'],
  ]) {
    // Not for search engines.
    const wanted = figures.filter((figure) => name !== 'cart' || figure.name !== 'SEO')
    const reports: z.output<typeof Report>[] = []
    for (let count = 0; count < RUNS; count++) reports.push(await run(origin + path, chromium))
    for (const { name: figure, read, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } of wanted) {
      const value = median(reports.map(read))
      const reached = value >= least && value <= most
      if (!reached) missed += 1
      const wish = Number.isFinite(least) ? `≥ ${least}` : `≤ ${most}`
      rows.push([name ?? '', figure, shown(value), wish, reached ? 'yes' : 'NO'])
    }
  }
  console.log(table(['page', 'figure', `median of ${RUNS}`, 'to reach', 'reached'], rows))
  if (missed > 0) process.exitCode = 1
} finally {
  await undoAll()
}
