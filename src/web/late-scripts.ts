/** What stands in the page in place of `modulepreload` and `module`: no browser knows it. */
const LATER = 'later'

/** A page whose load never ends, or that is in a tab nobody looks at and so is not painted, starts its scripts after this. */
const START_AT_THE_LATEST_MS = 5000

/**
 * The page works without scripts, so they leave the network to what the first screen shows: they are fetched once it is painted,
 * or at once when somebody begins to do something. `html` is a page as React Router has written it, with `mark` as the nonce.
 */
export function startScriptsLate(html: string, mark: string) {
  const starter = `<script nonce="${mark}">(${startScripts})("${LATER}",${START_AT_THE_LATEST_MS})</script>`
  const marked = `(?=[^>]*nonce="${mark}")`
  return html
    .replaceAll(new RegExp(`<link rel="modulepreload"${marked}`, 'g'), `<link rel="${LATER}"`)
    .replace(
      new RegExp(`<script${marked}([^>]*) type="module"`),
      (_, attributes) => `${starter}<script${attributes} type="${LATER}"`,
    )
}

/**
 * Runs in the page, and is a part of each, so it is short. Leaves the page as React expects to find it: the links and the script get
 * their types back, and nothing is added.
 */
function startScripts(later: string, startAtTheLatestMs: number) {
  const start = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${later}]`)) link.rel = 'modulepreload'
    for (const script of document.querySelectorAll<HTMLScriptElement>(`script[type=${later}]`)) {
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
