import type { Page } from '@playwright/test'
import { address, expect, type Person } from './shop-test.ts'

/** The shopper's part of checkout, shared by the journeys. */

export async function fillAccount(page: Page, person: Person) {
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
}

export async function fillAddress(page: Page, person: Person) {
  await page.getByLabel('First name').fill(address.firstName)
  await page.getByLabel('Last name').fill(address.lastName)
  await page.getByRole('main').getByLabel('Email').fill(person.email)
  await page.getByLabel('Flat, building and street').fill(address.street)
  await page.getByLabel('PIN code').fill(address.zipcode)
  await page.getByLabel('City').fill(address.city)
  await page.getByLabel('State or union territory').selectOption(address.state)
  await page.getByLabel('Country').fill(address.country)
  await page.getByLabel('Mobile number').fill(address.phone)
}

/** The button of the summary, or the one of the bar that stands in for it on a phone. */
export const placeOrderButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Place order' }).filter({ visible: true }).first()

export const chosenAddress = (page: Page) =>
  page.getByRole('group', { name: 'Choose an address' }).getByRole('radio', { checked: true })

/** One order on the page of my orders. */
export async function expectOrder(page: Page, order: { product: string; total: string }) {
  const article = page.getByRole('article').first()
  await expect(article).toContainText(order.product)
  await expect(article).toContainText(order.total)
  await expect(article).toContainText('Order Placed')
  await expect(article).toContainText('Pending')
  await expect(article).toContainText(`${address.city} ${address.zipcode}`)
}
