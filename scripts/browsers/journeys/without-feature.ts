import type { Journey } from '../journey.ts'
import { home, JAR, newPerson } from '../shop.ts'
import { button, field, heading, link } from '../tab.ts'
import { logIn, placeOrder } from './checkout.ts'
import { everyPageOfSeller, everyPageOfShop } from './every-page.ts'

export const withoutFeature: readonly Journey[] = [
  ...everyPageOfShop,
  ...everyPageOfSeller,
  {
    title: 'an order is placed by somebody new, with and without scripts alike',
    go: async (tab, shop) => {
      const person = newPerson()
      await tab.open((await shop.findProduct(JAR)).path)
      await tab.press(button('Add to Cart', 'main'))
      if (tab.hasScripts) await tab.toast('Added to Cart')
      else await tab.at(/^\/cart/)
      await tab.open('/login?mode=register&next=/cart')
      await tab.fill(field('Name', 'main'), person.name)
      await tab.fill(field('Email', 'main'), person.email)
      await tab.fill(field('Password', 'main'), person.password)
      await tab.press(button('Create account', 'main'))
      await tab.at(/^\/(add-address|cart)/)
      await tab.open('/add-address')
      for (const [label, text] of [
        [/^First name/, home.firstName],
        [/^Last name/, home.lastName],
        [/^Email/, person.email],
        [/^Flat, building/, home.street],
        [/^PIN code/, home.zipcode],
        [/^Mobile number/, home.phone],
      ] as const)
        await tab.fill(field(label, 'main'), text)
      await tab.autofill(field(/^City/, 'main'), home.city)
      await tab.autofill(field(/^State/, 'main'), home.state)
      await tab.press(button('Save address', 'main'))
      await tab.at(/^\/(cart|account)/)
      await tab.open('/cart')
      await tab.press(placeOrder)
      await tab.at(/^\/my-orders/)
      await tab.see(heading('Thank you, Ananya.'))
      await tab.lookAt()
    },
  },
  {
    title: 'the account menu and the phone menu open, and their links lead on',
    go: async (tab, shop) => {
      await logIn(tab, (await shop.newShopper()).person)
      await tab.open('/mission')
      const account = link('Your account', '#account-menu')
      if ((await tab.count(account)) > 0) throw new Error('the account menu stands open by itself')
      await tab.press({ css: 'button, summary, a', name: { like: '^Account menu' }, within: 'header' })
      await tab.press(account)
      await tab.at(/^\/account/)
      await tab.see(heading('Your account'))
      if (!tab.isPhone) return
      await tab.open('/mission')
      await tab.press({ css: 'button, summary, a', name: 'Menu' })
      await tab.press({ css: 'a', name: { like: '^All [Pp]roducts' }, within: 'dialog, details, [role=dialog], #menu' })
      await tab.at(/^\/products/)
      await tab.lookAt()
    },
  },
]
