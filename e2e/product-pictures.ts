import type { Locator, Page } from '@playwright/test'

/** It has two pictures. */
export const vase = 'Dip-Glazed Stoneware Vase'
export const openLarge = (page: Page) => page.getByRole('button', { name: 'Open the picture large' })
/** As the catalogue describes them. */
const views = [
  'Ivory speckled stoneware vase with a bare clay foot, holding green sprigs in window light',
  'Close view of the ivory vase beside a small brown bottle vase',
]
export const view = (from: Page | Locator, at: number) =>
  from.getByRole('img', { name: views[at - 1] ?? '', exact: true })
