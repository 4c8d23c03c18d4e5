import type { Locator, Page } from '@playwright/test'

/** It has two pictures. */
export const vase = 'Dip-Glazed Stoneware Vase'
export const openLarge = (page: Page) => page.getByRole('button', { name: 'Open the picture large' })
export const view = (from: Page | Locator, at: number) => from.getByRole('img', { name: `${vase}, view ${at}` })
