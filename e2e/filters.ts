import type { Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/** The filters, where the width has them: a column or a sheet. */
export async function openFilters(page: Page, isMobile: boolean) {
  if (!isMobile) return page.getByRole('complementary', { name: 'Filters' })
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('link').first()).toBeVisible()
  return sheet
}
