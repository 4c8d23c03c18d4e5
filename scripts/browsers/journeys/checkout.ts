import type { Journey } from '../journey.ts'
import { home, JAR, newPerson, type Person, type Shop } from '../shop.ts'
import { button, field, heading, inMain, link, type Tab } from '../tab.ts'

const OVER = 'dialog:modal'
export const placeOrder = button('Place order', 'main')
export const cartWith = (pieces: number) => link(pieces === 1 ? 'Cart, 1 item' : `Cart, ${pieces} items`, 'header')

const typed = ['firstName', 'lastName', 'street', 'zipcode', 'phone'] as const
const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  street: 'Flat, building and street',
  zipcode: 'PIN code',
  phone: /^Mobile number/,
} satisfies Record<(typeof typed)[number], string | RegExp>

/** By keys, one field after the other; the PIN code gives town and state. */
async function typeAddress(tab: Tab, person: Person) {
  for (const name of typed) await tab.fill(field(labels[name], 'main'), home[name])
  await tab.fill(field(/^Email/, 'main'), person.email)
  await tab.until('the PIN code fills no town', () =>
    tab.ask((town) => document.querySelector<HTMLInputElement>('[name=city]')?.value === town, home.city),
  )
}

/** A browser fills all fields of a known form at once. */
async function autofillAddress(tab: Tab, person: Person) {
  for (const name of typed) await tab.autofill(field(labels[name], 'main'), home[name])
  await tab.autofill(field(/^Email/, 'main'), person.email)
  await tab.autofill(field(/^City/, 'main'), home.city)
  await tab.autofill(field(/^State/, 'main'), home.state)
}

/** Logs this browser in, and puts pieces into the cart. */
export async function shopperWithCart(tab: Tab, shop: Shop, pieces = 1) {
  const { person, send } = await shop.newShopper()
  const { id } = await shop.findProduct(JAR)
  await send('POST', '/api/cart/update', { cartItems: { [id]: pieces } })
  await logIn(tab, person)
  return person
}

export const logIn = (tab: Tab, { email, password }: Person) => tab.call('POST', '/api/user/login', { email, password })

export const checkout: readonly Journey[] = [
  {
    title: 'a visitor finds a product, makes an account over the cart, types an address and orders',
    go: async (tab, shop) => {
      const person = newPerson()
      await tab.open('/')
      await tab.lookAt()
      await tab.open((await shop.findProduct(JAR)).path)
      await tab.lookAt()
      await tab.press(button('Add to Cart', 'main'))
      await tab.toast('Added to Cart')
      await tab.press(button('Add to Cart', 'main'))
      await tab.see(cartWith(2))
      await tab.press(cartWith(2))
      await tab.see(heading('Your cart'))
      await tab.lookAt()
      await tab.press(placeOrder)
      await tab.press(button('Create an account', OVER))
      await tab.fill(field('Name', OVER), person.name)
      await tab.fill(field('Email', OVER), person.email)
      await tab.fill(field('Password', OVER), person.password)
      await tab.press(button('Create account', OVER))
      await tab.at(/^\/add-address/)
      await tab.lookAt()
      await typeAddress(tab, person)
      await tab.press(button('Save address', 'main'))
      await tab.at(/^\/cart/)
      await tab.see(inMain('input[type=radio][name=address]:checked'))
      await tab.press(placeOrder)
      await tab.at(/^\/my-orders/)
      await tab.see(heading('Thank you, Ananya.'))
      await tab.see(cartWith(0))
      await tab.lookAt()
      // Back must not order the cart again.
      await tab.driver.back()
      await tab.takenOver()
      await tab.see(cartWith(0))
      await tab.lookAt()
    },
  },
  {
    title: 'a form filled by the browser itself is saved as it stands',
    go: async (tab, shop) => {
      const person = await shopperWithCart(tab, shop)
      await tab.open('/add-address')
      await autofillAddress(tab, person)
      await tab.press(button('Save address', 'main'))
      await tab.at(/^\/(cart|account)/)
      await tab.open('/account')
      await tab.read(home.street)
      await tab.lookAt()
    },
  },
  {
    title: 'a login filled by the browser itself logs in, and its message is as high as its words',
    go: async (tab, shop) => {
      const { person } = await shop.newShopper()
      await tab.open('/login?next=/my-orders')
      await tab.autofill(field('Email', 'main'), person.email)
      await tab.autofill(field('Password', 'main'), person.password)
      await tab.press(button('Login', 'main'))
      await tab.toast(/^Welcome back/)
      await tab.at(/^\/my-orders/)
      await tab.lookAt()
    },
  },
  {
    title: 'a card payment is declined, tried again by the test checkout and thanked for',
    go: async (tab, shop) => {
      await shopperWithCart(tab, shop)
      await tab.open('/cart')
      await tab.press(field(/^Pay online/, 'main'))
      await tab.press(button(/^Pay ₹.* online$/, 'main'))
      await tab.see(heading('Test checkout'))
      await tab.takenOver()
      await tab.lookAt()
      await tab.press(button('Decline', 'main'))
      await tab.read('The bank declined this test payment.')
      await tab.press(button('Pay', 'main'))
      await tab.see(heading(/^Payment received/))
      await tab.takenOver()
      await tab.press(link('Go now'))
      await tab.see(heading('Thank you, Ananya.'))
      await tab.read('Paid online by card')
      await tab.lookAt()
    },
  },
  {
    title: 'an order is cancelled on My Orders after a question',
    go: async (tab, shop) => {
      const { person } = await shop.orders(1)
      await logIn(tab, person)
      await tab.open('/my-orders')
      await tab.press(button(/^Cancel/, 'article'))
      await tab.press(button(/^Cancel/, OVER))
      await tab.read('Cancelled', 'article')
      await tab.lookAt()
    },
  },
]
