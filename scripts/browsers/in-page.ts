// Functions that run inside a page. Each is handed over as text: it uses only its arguments, the page, and the functions that `inPage` puts
// beside it.

/** An element by its kind and its name. */
export interface Where {
  css: string
  /** The whole name, or a pattern for a part of it. */
  name?: string | { like: string }
  /** Only inside what this selector finds. */
  within?: string
}

/** Reports everything that goes wrong in this page. */
export function watchForErrors(address: string) {
  let told = 0
  let isLeaving = false
  // Leaving a page cuts off requests that nobody waits for.
  for (const sign of ['beforeunload', 'pagehide', 'pageshow'])
    addEventListener(sign, () => (isLeaving = sign !== 'pageshow'))
  const tell = (words: string) => {
    told += 1
    if (told <= 30) navigator.sendBeacon(address, `${location.pathname}: ${words.slice(0, 400)}`)
  }
  addEventListener(
    'error',
    ({ target, message, error }) => {
      // By its name: while Firefox leaves a page, its elements are no instances of the classes known then.
      const { localName, rel, outerHTML } = target as Partial<HTMLLinkElement>
      // Leaving a page drops what is fetched ahead.
      if (localName === 'link' && rel !== 'stylesheet') return
      if (localName !== undefined) isLeaving || tell(`${outerHTML?.slice(0, 200)} did not load`)
      else tell(`${message} ${error?.stack ?? ''}`)
    },
    true,
  )
  addEventListener(
    'unhandledrejection',
    ({ reason }) => isLeaving || tell(`not caught: ${reason} ${reason?.stack ?? ''}`),
  )
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`the policy refuses ${blockedURI} (${violatedDirective})`),
  )
}

export function isShown(element: Element) {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

export const inOneLine = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

/** The name by which a person or a screen reader calls it. */
export function nameOf(element: Element): string {
  const from = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
  if (from.length > 0) return from.map((id) => inOneLine(document.getElementById(id)?.textContent)).join(' ')
  const label = element.getAttribute('aria-label')
  if (label) return label
  const labels =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
      ? element.labels
      : null
  if (labels?.length) return [...labels].map((one) => inOneLine(one.textContent)).join(' ')
  return inOneLine(element instanceof HTMLElement ? element.innerText : element.textContent)
}

export function findAll({ css, name, within }: Where) {
  const scopes = within ? [...document.querySelectorAll(within)] : [document]
  return scopes
    .flatMap((scope) => [...scope.querySelectorAll<HTMLElement>(css)])
    .filter((element) => {
      if (!isShown(element)) return false
      if (name === undefined) return true
      const own = nameOf(element)
      return typeof name === 'string' ? own === name : new RegExp(name.like).test(own)
    })
}

export const hasFileField = (css: string) => document.querySelector(css) !== null

/** Brings the element into the window; gives where to press it, or why it cannot be pressed yet. */
export function readyToPress(where: Where) {
  const [element] = findAll(where)
  if (!element) return { why: 'is not there' }
  if (element.matches(':disabled') || element.getAttribute('aria-busy') === 'true') return { why: 'is not ready' }
  const area = element.getClientRects()[0]
  if (!area) return { why: 'has no box' }
  const isInside = area.top >= 0 && area.bottom <= innerHeight
  const hits = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return (
      hit !== null &&
      (element.contains(hit) ||
        hit.closest('label')?.control === element ||
        (hit.contains(element) && getComputedStyle(hit).display === 'contents'))
    )
  }
  if (!isInside || !hits(area.left + area.width / 2, area.top + area.height / 2))
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = element.getClientRects()[0] ?? area
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  if (!hits(x, y)) {
    const hit = document.elementFromPoint(x, y)
    return { why: `is covered by ${hit?.outerHTML.slice(0, 160) ?? 'nothing of the page'}` }
  }
  Reflect.set(window, 'lastPressed', { element, x, y })
  return { x, y }
}

/** What lies over the control that was pressed last, though it is still where it was. */
export function whatCoversPressed() {
  const { element, x, y }: { element?: Element; x: number; y: number } = Reflect.get(window, 'lastPressed') ?? {
    x: 0,
    y: 0,
  }
  if (!element?.isConnected || !isShown(element) || document.querySelector('dialog:modal')) return undefined
  const box = element.getBoundingClientRect()
  const isThere = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
  const hit = isThere ? document.elementFromPoint(x, y) : null
  if (!hit || element.contains(hit) || hit.contains(element)) return undefined
  for (let above: Element | null = hit; above; above = above.parentElement)
    if (getComputedStyle(above).position === 'fixed') return above.outerHTML.slice(0, 300)
  return undefined
}

/** The heights of a message's words and of its box, in pixels; undefined when it does not show. */
export function measureToast(words: { like: string }) {
  const wanted = new RegExp(words.like)
  const spans = [...document.querySelectorAll('[role=status] *, [role=alert] *')].filter(
    (element) => element.children.length === 0 && wanted.test(inOneLine(element.textContent)) && isShown(element),
  )
  for (const span of spans) {
    const range = document.createRange()
    range.selectNodeContents(span)
    const lines = range.getBoundingClientRect()
    let largest = 0
    for (let above: Element | null = span; above && above !== document.body; above = above.parentElement) {
      largest = Math.max(largest, above.getBoundingClientRect().height)
      if (getComputedStyle(above).position === 'fixed') return { words: lines.height, box: largest }
    }
  }
  return undefined
}

export function lookAround() {
  const wrong: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) {
    const out = [...document.querySelectorAll('main *')].findLast(
      (element) => element.getBoundingClientRect().right > clientWidth,
    )
    wrong.push(`it scrolls sideways by ${scrollWidth - clientWidth} px: ${out?.outerHTML.slice(0, 200)}`)
  }
  if (!document.querySelector('h1')) wrong.push('it has no heading')
  const isModal = document.querySelector('dialog:modal') !== null
  for (const element of isModal ? [] : document.querySelectorAll('body *')) {
    const { position, pointerEvents, zIndex } = getComputedStyle(element)
    if (position !== 'fixed' || pointerEvents === 'none' || !isShown(element) || Number(zIndex) < 0) continue
    const { width, height } = element.getBoundingClientRect()
    if (width * height > innerWidth * innerHeight * 0.4)
      wrong.push(`this lies over the page: ${element.outerHTML.slice(0, 200)}`)
  }
  return wrong
}

/**
 * React marks the elements that it takes over while it still looks at others: only its root says when all of the page is its own. Before, what is
 * typed or attached may be lost.
 */
export function isTakenOver() {
  const main = document.querySelector('main') ?? {}
  const mark = Object.keys(main).find((key) => key.startsWith('__reactFiber'))
  if (mark === undefined) return false
  let part = Reflect.get(main, mark)
  while (part.return) part = part.return
  return part.stateNode.current.memoizedState.isDehydrated === false
}

/** Writes as a password manager does: all at once, without keys. */
export function fillAtOnce(where: Where, text: string) {
  const [field] = findAll(where)
  if (
    !(field instanceof HTMLInputElement) &&
    !(field instanceof HTMLTextAreaElement) &&
    !(field instanceof HTMLSelectElement)
  )
    return false
  const proto =
    field instanceof HTMLInputElement
      ? HTMLInputElement
      : field instanceof HTMLTextAreaElement
        ? HTMLTextAreaElement
        : HTMLSelectElement
  const option =
    field instanceof HTMLSelectElement ? [...field.options].find((one) => one.text === text)?.value : undefined
  Object.getOwnPropertyDescriptor(proto.prototype, 'value')?.set?.call(field, option ?? text)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
  return true
}

/** Selects a field's text, so that typing replaces it. */
export function chooseText() {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

const helpers = [isShown, nameOf, findAll]

/** For the sentence of a journey that failed: the address, and what the page complains about. */
export function whereAndWhatIsSaid() {
  const said = findAll({ css: '[role=alert], [aria-invalid=true]' }).map((one) => inOneLine(nameOf(one)).slice(0, 120))
  return [location.pathname, ...new Set(said)].filter(Boolean).join('; ')
}

/** The expression that calls this function in a page. */
export const inPage = <Args extends readonly unknown[]>(act: (...args: Args) => unknown, ...args: Args) =>
  `(() => { const inOneLine = ${inOneLine}; ${helpers.join('\n')}; return (${act})(...${JSON.stringify(args)}) })()`
