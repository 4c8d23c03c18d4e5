import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every page that may show a login instead says that it is kept nowhere', () => {
  const pages = globSync('src/features/**/web/*.page.tsx').filter((file) =>
    /needsLogin|LoginFirst/.test(readFileSync(file, 'utf8')),
  )
  expect(pages.length).toBeGreaterThan(2)
  const without = pages.filter(
    (file) => !readFileSync(file, 'utf8').includes("export { headers } from '#web/private-page.ts'"),
  )
  expect(without).toEqual([])
})
