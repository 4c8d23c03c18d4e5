import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { root, temporaryFolder } from '#testing/program.ts'
import type { Journey } from '../journey.ts'
import { JAR, newPerson, seller } from '../shop.ts'
import { button, field, heading, inMain, link, type Tab } from '../tab.ts'
import { logIn } from './checkout.ts'

const PHOTO = join(root, 'catalogue', 'carpet-jute-round-1.jpg')
const RETURN_FORM = 'form[aria-label="Return or exchange"], form[aria-labelledby]'
const delivered = ['Confirmed', 'Packed', 'Shipped', 'Delivered']
/** Noise cannot be made small by packing: some 14 MB, as a phone's picture of leaves. */
const NOISE_PX = 2200

async function noise() {
  const file = join(await temporaryFolder('noise'), 'leaves.png')
  const raw = { width: NOISE_PX, height: NOISE_PX, channels: 3 } as const
  await sharp(randomBytes(NOISE_PX * NOISE_PX * 3), { raw })
    .png({ compressionLevel: 0 })
    .toFile(file)
  return file
}

async function askForReturn(tab: Tab, photo: string) {
  await tab.fill(field(`How many, of 2: ${JAR}`, RETURN_FORM), '1')
  await tab.fill(field(/^Why\?/, RETURN_FORM), 'The lid is chipped')
  await tab.attach('main input[type=file]', [photo])
  await tab.see(inMain('img[alt^="Chosen"]'))
  await tab.press(button('Send the return request', RETURN_FORM))
}

export const afterOrder: readonly Journey[] = [
  {
    title: 'a jar is sent back with a photo, and the seller sees both',
    go: async (tab, shop) => {
      const { person, orders } = await shop.orders(1, ...delivered)
      await logIn(tab, person)
      await tab.open('/my-orders')
      await tab.press(link(/^Return or exchange/, 'main'))
      await tab.see(heading('Return or exchange'))
      await tab.takenOver()
      await tab.lookAt()
      await askForReturn(tab, PHOTO)
      await tab.toast('We have your return, and write to you soon')
      await tab.read('The lid is chipped')
      await tab.until('the photo does not show', () =>
        tab.ask(() => {
          const photo = document.querySelector<HTMLImageElement>('main article img[alt^="What came"]')
          // What is below the screen may wait.
          photo?.scrollIntoView({ block: 'center' })
          return (photo?.naturalWidth ?? 0) > 100
        }),
      )
      await tab.lookAt()
      await tab.call('POST', '/api/seller/login', seller)
      await tab.open('/seller/returns')
      await tab.read(`#${orders[0]?.number}`)
      await tab.lookAt()
    },
  },
  {
    title: 'a photo of 14 MB is made small enough before it is sent',
    only: 'phone',
    go: async (tab, shop) => {
      const { person, orders } = await shop.orders(1, ...delivered)
      await logIn(tab, person)
      await tab.open(`/my-orders/${orders[0]?.id}/return`)
      await askForReturn(tab, await noise())
      await tab.read('The lid is chipped', 'main article')
      await tab.lookAt()
    },
  },
  {
    title: 'somebody waits for a product that is out of stock, and confirms by the mail',
    go: async (tab, shop) => {
      const { email } = newPerson()
      const name = `Cane Basket ${email.slice(7, 15)}`
      await tab.open((await shop.addProduct({ name, stock: 0 })).path)
      await tab.read('Out of stock')
      await tab.lookAt()
      await tab.fill(field('Email', 'main'), email)
      await tab.press(button('Tell me when it is back', 'main'))
      await tab.read(`We will write to you once ${name} is back.`)
      const path = await tab.until('no mail comes', () => shop.linkFromMail(email, '/back-in-stock/confirm'))
      await tab.open(path)
      await tab.press(button('Yes, tell me when it is back', 'main'))
      await tab.read('We will write to you once it is back.')
      await tab.lookAt()
    },
  },
  {
    title: 'name and password are changed on the account page',
    go: async (tab, shop) => {
      const { person } = await shop.newShopper()
      await logIn(tab, person)
      await tab.open('/account')
      await tab.fill(field('Name', 'main'), 'Ananya Sen')
      await tab.press(button('Save', 'main'))
      await tab.read(`Ananya Sen, ${person.email}`)
      const password = 'main form:has([name=newPassword])'
      await tab.fill(field('Current password', password), person.password)
      await tab.fill(field('New password', password), 'another kantha stitch')
      await tab.press(button('Change password', 'main'))
      await tab.read('Password changed.')
      await tab.lookAt()
    },
  },
  {
    title: 'the newsletter says that one step is left, and not that it is done',
    only: 'phone',
    go: async (tab) => {
      await tab.open('/newsletter')
      await tab.fill(field('Email address', 'main'), newPerson().email)
      await tab.press(button('Subscribe', 'main'))
      await tab.read('The letters come once you have pressed the button in that mail.')
      if ((await tab.textOf('main')).includes('Successfully subscribed'))
        throw new Error('the page says that it is done beside the step that is left')
      await tab.lookAt()
    },
  },
]
