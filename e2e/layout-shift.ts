import type { Page } from '@playwright/test'
import { framesDrawn } from './shop-test.ts'

/** How much of a page may move, as browsers count it (CLS): docs/performance.md. */
export const MOST_SHIFT = 0.02

/** Adds up how much moves in each page that is opened from now on, from its first paint on. */
export const watchShift = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry)
          Object.assign(window, { shift: Number(Reflect.get(window, 'shift')) + Number(entry.value) })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** How much has moved so far. What has moved is told after the frame in which it did. */
export async function shiftOf(page: Page) {
  await framesDrawn(page)
  return page.evaluate(() => Number(Reflect.get(window, 'shift')))
}
