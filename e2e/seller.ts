import type { APIRequestContext, Page } from '@playwright/test'
import { expect, open } from './shop-test.ts'

/** The seller's part, shared by the journeys through the area. */

export const seller = { email: 'seller@haat.example', password: 'haat-demo-seller' }

/** Pages of the area that always have something to show. */
export const areas = [
  'overview',
  'product-list',
  'changes',
  'orders',
  'feeds',
  'producer-applications',
  'approved-producers',
  'producers/new',
  'rejected-producers',
  'second-yes',
  'newsletter',
  'team',
  'connections',
  'activity',
  'health',
  'account',
]

/** Logs this browser in as the seller, through the API. */
export async function asSeller(page: Page) {
  const answer = await page.request.post('/api/seller/login', { data: seller })
  expect(answer.status(), await answer.text()).toBe(200)
}

export const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Seller' })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Opens somebody's application; others of this run may be waiting, too. */
export async function openApplication(page: Page, request: APIRequestContext, email: string) {
  await request.post('/api/seller/login', { data: seller })
  const answer = await request.get('/api/producer/applications', { params: { status: 'pending' } })
  const { applications }: { applications: { _id: string; name: string; email: string }[] } = await answer.json()
  const found = applications.find((application) => application.email === email)
  await open(page, '/seller/producer-applications')
  await page
    .getByRole('region', { name: 'Pending applications' })
    .getByRole('link', { name: found?.name ?? '' })
    .click()
  await expect(page).toHaveURL(new RegExp(`id=${found?._id}`))
  await expect(page.getByRole('heading', { level: 2, name: found?.name ?? '' })).toBeFocused()
}
