import { getDocumentProxy } from 'unpdf'
import type { Journey } from '../journey.ts'
import { seller } from '../shop.ts'
import type { Tab } from '../tab.ts'
import { logIn } from './checkout.ts'

/** A4 at 96 dots an inch, without the margins that every engine leaves. */
const A4 = { width: 718, height: 1047 }

/** Applies the rules for paper to the screen. */
function applyPrintRules() {
  const open = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const { mediaText } = rule.media
        if (/\bprint\b/.test(mediaText))
          rule.media.mediaText = mediaText.replace(/not print/, 'not all').replace(/\bprint\b/, 'all')
        else if (/^screen\b/.test(mediaText)) rule.media.mediaText = 'not all'
      }
      if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) open(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) open(sheet.cssRules)
}

/** An engine that cannot print shows the page as on a sheet: a page higher than that needs a second one. */
async function countSheets(tab: Tab) {
  const { print } = tab.driver
  if (print) return (await getDocumentProxy(new Uint8Array(await print()))).numPages
  await tab.driver.resize(A4)
  await tab.ask(applyPrintRules)
  const height = Number(await tab.ask(() => document.documentElement.scrollHeight))
  await tab.driver.resize(tab.size)
  // A page as high as the screen fills the sheet, and its margins begin the next.
  const isAsHighAsScreen = await tab.ask(() =>
    [...document.querySelectorAll('body > *, body > * > *')].some(
      (one) => Number.parseFloat(getComputedStyle(one).minHeight) >= innerHeight,
    ),
  )
  return isAsHighAsScreen ? 2 : Math.ceil(height / A4.height)
}

async function isOneSheet(tab: Tab, path: string) {
  await tab.open(path)
  const sheets = await countSheets(tab)
  if (sheets !== 1) throw new Error(`${path} takes ${sheets} sheets`)
}

export const paper: readonly Journey[] = [
  {
    title: 'an invoice, My Orders and the contact page are one sheet each',
    only: 'desktop',
    go: async (tab, shop) => {
      const { person, orders } = await shop.orders(1, 'Confirmed')
      await logIn(tab, person)
      for (const path of [`/my-orders/${orders[0]?.id}/invoice`, '/my-orders', '/contact']) await isOneSheet(tab, path)
      await tab.call('POST', '/api/seller/login', seller)
      await isOneSheet(tab, `/seller/orders/${orders[0]?.id}/invoice`)
    },
  },
]
