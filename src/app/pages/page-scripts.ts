import { hash, randomBytes } from 'node:crypto'
import { VISITOR_CART_KEY } from '#features/cart/cart.cookie.ts'

/**
 * React puts this into every script that it writes. Only scripts with it are named in the policy, so one that got into the page
 * in another way does not run. It is taken out of the page again, so nobody can know it, and a page that is kept has none.
 */
export const scriptMark = randomBytes(16).toString('hex')
const markAttribute = Buffer.from(` nonce="${scriptMark}"`)

/** What stands in the page in place of `modulepreload`, and `text/later` in place of `module`: no browser knows them. */
const LATER = 'later'
/** A page whose load never ends, or that is in a tab nobody looks at and so is not painted, starts its scripts after this. */
const START_AT_THE_LATEST_MS = 5000

/**
 * Runs in the page, and is a part of each, so it is short. Leaves the page as React expects to find it: the links and the script get
 * their types back, and nothing is added. How many pieces of a visitor's cart can be bought is known to the browser alone: `--units` on
 * the document shows it on the cart's badge until React has taken over. Details that are to stand open on a wide screen (wide-details.tsx) are
 * opened before they are painted. It stands last: a page comes in pieces, and what was started while its module had come by half would
 * never take it over.
 */
function startScripts(later: string, startAtTheLatestMs: number, cartKey: string) {
  try {
    const { units } = JSON.parse(localStorage[cartKey])
    if (units > 0) document.documentElement.style.setProperty('--units', `${units}`)
  } catch {}
  for (const box of document.querySelectorAll<HTMLDetailsElement>('[data-open]'))
    box.open = matchMedia(`${box.dataset.open}`).matches
  const start = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${later}]`)) link.rel = 'modulepreload'
    for (const script of document.querySelectorAll<HTMLScriptElement>(`script[type="text/${later}"]`)) {
      const module = document.createElement('script')
      module.type = 'module'
      module.text = script.text
      script.replaceWith(module)
    }
  }
  const afterPaint = () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  const largest = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  document.currentScript?.remove()
  if (!largest || largest.complete) afterPaint()
  else largest.onload = largest.onerror = afterPaint
  for (const sign of ['pointerdown', 'keydown', 'focusin']) addEventListener(sign, start, true)
  setTimeout(start, startAtTheLatestMs)
}

const hashOf = (script: string | Buffer) => hash('sha256', script, 'base64')

/** Where types were stripped, and at the beginning of lines, there is room left. */
const dense = startScripts.toString().replace(/ +/g, ' ').replace(/\n /g, '\n')
const starter = `(${dense})("${LATER}",${START_AT_THE_LATEST_MS},"${VISITOR_CART_KEY}")`
const starterElement = Buffer.from(`<script>${starter}</script>`)
const starterHash = hashOf(starter)

const isPreload = (tag: string) => tag.startsWith('<link') && tag.includes('rel="modulepreload"')
const isInlineScript = (tag: string) => tag.startsWith('<script') && !/\bsrc=|type="application\//.test(tag)
const isModule = (tag: string) => tag.includes('type="module"')

/**
 * Makes a page that React has written ready to be sent: without the marks, and with the hashes of the scripts that had them. The
 * page works without scripts, so they leave the network to what the first screen shows: they are fetched once it is painted, or at once
 * when somebody begins to do something (decision 15). Byte by byte: what is looked for is ASCII.
 */
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
