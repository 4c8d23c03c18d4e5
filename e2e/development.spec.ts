import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base } from '@playwright/test'
import { isReady } from '#testing/http.ts'
import { startProcess } from '#testing/processes.ts'
import { until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { expect } from './shop-test.ts'

// `npm run dev` in a copy of the project, so that a file can be broken. The browser complains, as it should: this is not our `test`.

const parts = ['src', 'migrations', 'public', 'catalogue', 'package.json', 'tsconfig.json']
const plugins = ['ascii-only', 'flatten-layers', 'browser-contracts'].map((name) => `scripts/${name}.ts`)
const configs = ['vite.config.ts', 'react-router.config.ts', ...plugins]
const BROKEN = 'export const broken = ( => 1\n'

const test = base.extend<{ copy: string }>({
  copy: async ({ browserName: _ }, use) => {
    const copy = await mkdtemp(join(tmpdir(), 'haat-development-'))
    for (const part of [...parts, ...configs]) await cp(part, join(copy, part), { recursive: true })
    // Vite keeps things of its own beside the packages.
    await mkdir(join(copy, 'node_modules'))
    for (const name of await readdir('node_modules'))
      if (!name.startsWith('.')) await symlink(resolve('node_modules', name), join(copy, 'node_modules', name))
    await use(copy)
    await undoAll()
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  },
})

test('a page that cannot be read shows the reason and the place, and comes back when it is mended', async ({
  page,
  copy,
}) => {
  const file = join(copy, 'src/features/marketing/web/mission.page.tsx')
  const whole = await readFile(file, 'utf8')
  const line = whole.split('\n').length
  await writeFile(file, whole + BROKEN)
  const shop = await startProcess({ NODE_ENV: 'development', DEMO: 'catalogue' }, copy)
  await until(shop, () => isReady(shop))

  const response = await page.goto(`${shop.origin}/mission`)
  expect(response?.status()).toBe(500)
  await expect(page.getByRole('heading', { level: 1, name: 'The pages cannot be built' })).toBeVisible()
  await expect(page.locator('body > pre')).toContainText('Unexpected token')
  await expect(page.locator('body > pre')).toContainText(`src/features/marketing/web/mission.page.tsx:${line}`)
  expect(shop.printed.out + shop.printed.error).toContain('mission.page.tsx')

  const overlay = page.locator('vite-error-overlay')
  await expect(overlay).toBeAttached()

  const isConnected = page.waitForEvent('console', { predicate: (line) => line.text() === '[vite] connected.' })
  await writeFile(file, whole)
  await expect(page.getByRole('link', { name: 'All Products' }).first()).toBeVisible({ timeout: 60_000 })
  await isConnected
  await writeFile(file, whole + BROKEN)
  await expect(overlay.locator('.message-body')).toContainText('Unexpected token')
})
