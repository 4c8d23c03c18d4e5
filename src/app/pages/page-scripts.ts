import { hash, randomBytes } from 'node:crypto'
import { VISITOR_CART_KEY } from '#features/cart/cart.cookie.ts'

/** React puts this into its scripts; the policy allows only those. It is taken out of the page again, so nobody can know it. */
export const scriptMark = randomBytes(16).toString('hex')
const markAttribute = Buffer.from(` nonce="${scriptMark}"`)

const LATER = 'later'
/** A page whose load never ends starts its scripts after this. */
const START_AT_THE_LATEST_MS = 5000

/**
 * Runs in each page, so it is short, and last, since a module that has come by half would never take the page over. It leaves the page as
 * React expects it. `--units` shows a visitor's cart until React does. An old browser (docs/browsers.md) keeps the page that works without
 * scripts. Any sign may never come, so the first one of several starts the scripts.
 */
function startScripts(later: string, startAtTheLatestMs: number, cartKey: string) {
  try {
    const { units } = JSON.parse(localStorage[cartKey])
    if (units > 0) document.documentElement.style.setProperty('--units', `${units}`)
  } catch {}
  for (const box of document.querySelectorAll<HTMLDetailsElement>('[data-open]'))
    box.open = matchMedia(`${box.dataset.open}`).matches
  document.currentScript?.remove()
  const page = document.documentElement
  if (!('showPopover' in page && 'toSorted' in [])) {
    page.dataset.plain = ''
    for (const part of document.querySelectorAll('noscript')) part.outerHTML = part.textContent
    return
  }
  const start = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${later}]`)) link.rel = 'modulepreload'
    for (const script of document.querySelectorAll<HTMLScriptElement>(`script[type="text/${later}"]`)) {
      const module = document.createElement('script')
      module.type = 'module'
      module.text = script.text
      script.replaceWith(module)
    }
  }
  for (const sign of ['pointerdown', 'keydown', 'focusin', 'pageshow']) addEventListener(sign, start, true)
  setTimeout(start, startAtTheLatestMs)
  const afterPaint = () => {
    requestAnimationFrame(() => requestAnimationFrame(start))
    try {
      new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    } catch {}
  }
  const largest = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  if (!largest || largest.complete) afterPaint()
  else largest.onload = largest.onerror = afterPaint
}

const hashOf = (script: string | Buffer) => hash('sha256', script, 'base64')

const dense = startScripts.toString().replace(/ +/g, ' ').replace(/\n /g, '\n')
const starter = `(${dense})("${LATER}",${START_AT_THE_LATEST_MS},"${VISITOR_CART_KEY}")`
const starterElement = Buffer.from(`<script>${starter}</script>`)
const starterHash = hashOf(starter)

const isPreload = (tag: string) => tag.startsWith('<link') && tag.includes('rel="modulepreload"')
const isInlineScript = (tag: string) => tag.startsWith('<script') && !/\bsrc=|type="application\//.test(tag)
const isModule = (tag: string) => tag.includes('type="module"')

/** Takes out the marks, which are ASCII, and gives the scripts' hashes. Scripts wait for the first paint, or an act (decision 15). */
export function prepareScripts(html: Buffer) {
  const hashes: string[] = []
  const pieces: Buffer[] = []
  let hasModule = false
  let from = 0
  for (let at = html.indexOf(markAttribute); at >= 0; at = html.indexOf(markAttribute, from)) {
    const tagStart = html.lastIndexOf('<', at)
    const tagEnd = html.indexOf('>', at) + 1
    let tag = html.toString('latin1', tagStart, at) + html.toString('latin1', at + markAttribute.length, tagEnd)
    if (isPreload(tag)) tag = tag.replace('modulepreload', LATER)
    if (isInlineScript(tag)) {
      hashes.push(hashOf(html.subarray(tagEnd, html.indexOf('</script>', tagEnd))))
      if (isModule(tag)) {
        tag = tag.replace(/type="module"( async="")?/, `type="text/${LATER}"`)
        hasModule = true
      }
    }
    pieces.push(html.subarray(from, tagStart), Buffer.from(tag, 'latin1'))
    from = tagEnd
  }
  if (hasModule) {
    const bodyEnd = html.lastIndexOf('</body>')
    hashes.push(starterHash)
    pieces.push(html.subarray(from, bodyEnd), starterElement)
    from = bodyEnd
  }
  pieces.push(html.subarray(from))
  return { hashes, body: Buffer.concat(pieces) }
}
