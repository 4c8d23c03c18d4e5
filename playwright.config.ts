import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { freePort } from '#testing/program.ts'
import { findChromium } from './scripts/find-chromium.ts'

// The workers read this file too: what the first reading chose goes to them by environment.
process.env.E2E_PORT ??= String(await freePort())
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'haat-e2e-'))
  process.env.E2E_DATA_DIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
const { E2E_PORT: port, E2E_DATA_DIR: dataDir, TEST_REPORTS: reports } = process.env
const baseURL = `http://127.0.0.1:${port}`
const executablePath = await findChromium()
const isRoot = process.getuid?.() === 0

const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The sites that the tests make up are not looked for.
  '--host-resolver-rules=MAP *.example ~NOTFOUND',
]

// Where the two widths lay a page out differently, its journeys run in both. Each of the others runs once: what shoppers and makers
// do on a phone, what the seller does on a desktop.
const phoneOnly = [
  'account',
  'cart-first-paint',
  'checkout-online',
  'claims',
  'connection-lost',
  'invoice',
  'installable',
  'late-scripts',
  'lists-on-a-phone',
  'loader',
  'mails',
  'menu',
  'names',
  'newsletter',
  'opening-a-product',
  'page-weight',
  'producer-form',
  'product-on-a-phone',
  'tabs',
  'touch-targets',
]
const desktopOnly = [
  'development',
  'hostile',
  'html',
  'keyboard',
  'layout-widths',
  'maker-price',
  'payouts',
  'second-picture',
  'seller-account',
  'seller-producers',
  'seller-products',
  'seller-session',
  'store-name',
]
const specs = (names: string[]) => names.map((name) => `${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // The second is what .ci/run counts.
  reporter: [['list'], ...(reports ? [['json', { outputFile: join(reports, 'playwright.json') }] as const] : [])],
  // A journey takes seconds; a busy machine may need minutes for it.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Recording costs more than the journeys themselves: `npx playwright test --trace on` when one fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: [...quiet, ...(isRoot ? ['--no-sandbox'] : [])] },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: specs(desktopOnly),
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        userAgent: devices['Pixel 7'].userAgent,
      },
    },
    {
      name: 'desktop',
      testIgnore: specs(phoneOnly),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: 'node e2e/start-shop.ts',
    url: `${baseURL}/readyz`,
    timeout: 30_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: '1',
      RATE_LIMIT: 'off',
    },
  },
})
