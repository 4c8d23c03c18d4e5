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

// A journey runs once: what shoppers and makers do on a phone, what these are about on a desktop.
const desktopOnly = [
  'before-scripts',
  'courier-files',
  'desk',
  'development',
  'edges',
  'hostile',
  'html',
  'keyboard',
  'second-yes',
  'large-type',
  'layout-widths',
  'maker-price',
  'old-browsers',
  'payouts',
  'product-list',
  'second-picture',
  'seller',
  'seller-account',
  'seller-changes',
  'seller-orders',
  'seller-producers',
  'seller-products',
  'seller-session',
  'store-name',
  'text-spacing',
]
// Where the two widths are laid out or used differently.
const bothWidths = [
  'accessibility',
  'buyers-walk',
  'facts-missing',
  'late-fonts',
  'lists',
  'marks',
  'product-page',
  'search-suggestions',
  'passkeys',
  'second-factor',
  'seller-pages',
  'team',
  'webhooks',
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
    // What still moves is pressed once it stands. After a few looks Playwright scrolls the page meanwhile, and the press goes beside it.
    contextOptions: { reducedMotion: 'reduce' },
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
      testMatch: specs([...desktopOnly, ...bothWidths]),
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
      DEMO: 'catalogue',
      RATE_LIMIT: 'off',
      // People whom one test invites are no second person of another.
      SECOND_YES_FROM: '0',
    },
  },
})
