import { expect, it } from 'vitest'
import { lint } from './lint.ts'

const waits = [
  "await page.waitForLoadState('networkidle')",
  "await page.goto('/', { waitUntil: 'networkidle' })",
  'await page.waitForTimeout(500)',
  'await page.context().pages()[0]?.waitForTimeout(500)',
]
const text = `${waits.join('\n')}\n`

it('refuses browser tests that wait for a quiet network or a time', async () => {
  for (const place of ['e2e/planted.spec.ts', 'e2e/planted.ts']) {
    const said = await lint(place, text)
    for (const [at] of waits.entries()) expect(said).toContain(`${place}:${at + 1}:`)
    expect(said).toContain('Wait for what the test wants')
  }
})

it('leaves other waits alone, and the one place that weighs a page', async () => {
  const others = ["await page.waitForLoadState('load')", "await page.waitForResponse('/api/cart/update')"]
  expect(await lint('e2e/planted.spec.ts', `${others.join('\n')}\n`)).not.toContain('Wait for what')
  expect(await lint('e2e/network-quiet.ts', text)).not.toContain('Wait for what')
})
