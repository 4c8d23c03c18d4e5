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
    .replace(new RegExp(`<script${marked}([^>]*) type="module"`), `${starter}<script$1 type="${LATER}"`)
}

/** Runs in the page. Leaves it as React expects to find it: the links and the script get their types back, and nothing is added. */
function startScripts(later: string, startAtTheLatestMs: number) {
  const signs = ['pointerdown', 'keydown', 'focusin', 'input']
  const largest = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  document.currentScript?.remove()
  const timer = setTimeout(start, startAtTheLatestMs)
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true })
  if (!largest || largest.complete) afterPaint()
  else for (const end of ['load', 'error']) largest.addEventListener(end, afterPaint)

  /** Told when the first screen stands, be it now or long ago. */
  function afterPaint() {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  }

  function start() {
    clearTimeout(timer)
    for (const sign of signs) removeEventListener(sign, start, { capture: true })
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${later}]`)) link.rel = 'modulepreload'
    const waiting = document.querySelector(`script[type=${later}]`)
    if (!waiting) return
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = waiting.textContent
    waiting.replaceWith(script)
  }
}
