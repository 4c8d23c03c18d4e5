import type { Page } from '@playwright/test'
import { fillAddress, placeOrderButton } from './checkout.ts'
import { asSeller } from './seller.ts'
import {
  expect,
  findProduct,
  hydrated,
  logIn,
  newPerson,
  open,
  orderByCash,
  saveAddress,
  test,
  toast,
} from './shop-test.ts'

// A page translator puts elements of its own in the place of texts, on the page as it comes and on all that changes. Each journey goes to its
// end with one on; figures that change do so for the eye, too.

/** Runs in the page: each text becomes <font><font>text</font></font>, new ones too. */
function translate() {
  const left = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA', 'FONT', 'OPTION', 'TITLE'])
  const wrap = (text: Node) => {
    const parent = text.parentElement
    if (!text.nodeValue?.trim() || !parent || left.has(parent.tagName)) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.nodeValue
    outer.append(inner)
    parent.replaceChild(outer, text)
  }
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(wrap)
  }
  wrapAll(document.body)
  new MutationObserver((changes) => {
    for (const { addedNodes, type, target } of changes) {
      for (const node of addedNodes) {
        if (node.nodeType === Node.TEXT_NODE) wrap(node)
        else if (node instanceof Element && node.tagName !== 'FONT') wrapAll(node)
      }
      if (type === 'characterData') wrap(target)
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}

async function openTranslated(page: Page, path: string) {
  await open(page, path)
  await hydrated(page)
  await page.evaluate(translate)
}

const main = (page: Page) => page.getByRole('main')
const stands = (page: Page) => expect(page.getByText('Something broke')).toHaveCount(0)

/** A shopper with an address. */
async function shopper(page: Page) {
  const person = await logIn(page)
  await saveAddress(page, person)
  return person
}

async function ordered(page: Page) {
  const { _id } = await findProduct(page, 'Temple Bell 9')
  return orderByCash(page, _id)
}

test('a shopper fills the cart, changes it and places the order', async ({ page }) => {
  await shopper(page)
  const bell = await findProduct(page, 'Temple Bell 9')
  await openTranslated(page, bell.url)
  const add = main(page).getByRole('button', { name: 'Add to Cart', exact: true }).filter({ visible: true }).first()
  await add.click()
  await add.click()
  await expect(
    main(page)
      .getByRole('group', { name: /^Quantity of/ })
      .filter({ visible: true })
      .first(),
  ).toHaveText(/2\s*in cart/)
  // The page says so before the shop has kept it.
  await expect(async () => {
    const { user } = await (await page.request.get('/api/user/is-auth')).json()
    expect(user.cartItems).toEqual({ [bell._id]: 2 })
  }).toPass()
  await openTranslated(page, '/cart')
  const total = main(page).getByText(/^₹/).filter({ visible: true })
  const before = await total.allInnerTexts()
  await main(page)
    .getByRole('combobox', { name: /quantity/i })
    .selectOption('3')
  await expect(async () => expect(await total.allInnerTexts()).not.toEqual(before)).toPass()
  await expect(main(page).getByText('3 items')).toBeVisible()
  await placeOrderButton(page).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await stands(page)
})

test('a shopper saves an address, is told what is wrong first, and deletes it', async ({ page }) => {
  const person = newPerson()
  await logIn(page, person)
  await openTranslated(page, '/add-address')
  await main(page).getByRole('button', { name: 'Save address' }).click()
  await expect(main(page).getByRole('alert')).toContainText('to fix')
  await fillAddress(page, person)
  await main(page).getByRole('button', { name: 'Save address' }).click()
  await expect(page).not.toHaveURL(/add-address/)
  await stands(page)
})

test('a shopper buys again, cancels, and changes the account', async ({ page }) => {
  await shopper(page)
  await ordered(page)
  await openTranslated(page, '/my-orders')
  await main(page)
    .getByRole('button', { name: /^Buy again/ })
    .click()
  await stands(page)
  await openTranslated(page, '/my-orders')
  await main(page)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(main(page).getByText('Not charged')).toBeVisible()
  await openTranslated(page, '/account')
  await main(page).getByRole('textbox', { name: 'Name' }).fill('Asha Menon')
  await main(page).getByRole('button', { name: /^Save/ }).first().click()
  await expect(toast(page, /./).first()).toBeVisible()
  await stands(page)
})

test('a shopper returns a piece and takes it back; the seller has moved the order on', async ({ page }) => {
  await shopper(page)
  const id = await ordered(page)
  await asSeller(page)
  await openTranslated(page, `/seller/orders/${id}`)
  await main(page)
    .getByRole('button', { name: /^Mark as confirmed/ })
    .click()
  await expect(main(page).getByRole('button', { name: /^Mark as packed/ })).toBeVisible()
  await stands(page)
  for (const status of ['Packed', 'Shipped', 'Delivered'])
    expect((await page.request.post(`/api/order/${id}/status`, { data: { status } })).ok()).toBe(true)
  await openTranslated(page, `/my-orders/${id}/return`)
  const form = main(page).getByRole('form', { name: 'Return or exchange' })
  // Of one piece there is nothing to choose.
  await expect(form.getByRole('checkbox')).toBeChecked()
  await form.getByRole('textbox', { name: 'Why?' }).fill('It is cracked')
  await form.getByRole('button', { name: 'Send the return request' }).click()
  await main(page).getByRole('button', { name: 'Withdraw it' }).click()
  await expect(main(page).getByRole('heading', { level: 3, name: 'Return', exact: true })).toBeFocused()
  await stands(page)
})

test('a seller selects orders, and switches a product off and on', async ({ page }) => {
  await shopper(page)
  await ordered(page)
  await asSeller(page)
  await openTranslated(page, '/seller/orders')
  await main(page)
    .getByRole('checkbox', { name: /^Select order/ })
    .first()
    .check()
  await expect(main(page).getByText('1 order', { exact: true }).first()).toBeVisible()
  await openTranslated(page, '/seller/product-list?q=Temple+Bell+9')
  const onSale = page.getByRole('switch', { name: 'Temple Bell 9 in stock' })
  await onSale.click()
  await expect(onSale).toHaveText('Out of stock')
  await onSale.click()
  await expect(onSale).toHaveText('In stock')
  await stands(page)
})
