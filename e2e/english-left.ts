import type { Page } from '@playwright/test'

/** Names, and what is written with Latin letters in Hindi, too. */
const NAMES =
  /Haat|UPI|CSV|PDF|Instagram|Facebook|YouTube|Pinterest|JPG|PNG|WebP|[\w.+-]+@[\w.-]+|https?:\S*|name@example\.com/g

/** What a page shows or reads out in Latin letters, but for parts that say that they are in English. */
export const englishLeft = async (page: Page) => {
  const texts = await page.evaluate(() => {
    const isForeign = (element: Element | null) => element?.closest('[lang]:not([lang|=hi])') !== null
    const shown: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent && !parent.closest('script, style, noscript, template') && !isForeign(parent))
        shown.push(String(node.textContent))
    }
    for (const name of ['aria-label', 'alt', 'title', 'placeholder', 'data-label'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!isForeign(element)) shown.push(element.getAttribute(name) ?? '')
    return shown
  })
  return texts.filter((text) => /[A-Za-z]/.test(text.replace(NAMES, '')))
}
