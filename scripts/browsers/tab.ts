import { setTimeout } from 'node:timers/promises'
import { SECOND_MS } from '#shared/time.ts'
import type { Door } from './door.ts'
import type { Driver, Size } from './driver.ts'
import {
  chooseText,
  fillAtOnce,
  findAll,
  hasFileField,
  inPage,
  isTakenOver,
  lookAround,
  measureToast,
  readyToPress,
  type Where,
  whatCoversPressed,
  whereAndWhatIsSaid,
} from './in-page.ts'

/** A busy machine is no reason to fail. */
const PATIENCE_MS = 60 * SECOND_MS
const AGAIN_MS = 40
/** WebKit loses a question now and then, and never answers it. */
const ANSWER_MS = 5 * SECOND_MS
/** A message may be this much higher than its words, for its edges and the stack's. */
const TOAST_EDGES_PX = 64
const MOST_COVERED_LOOKS = 4

async function isLost() {
  await setTimeout(ANSWER_MS, undefined, { ref: false })
  throw new Error(`no answer in ${ANSWER_MS} ms`)
}

export const button = (name: string | RegExp, within?: string) => named('button, summary', name, within)
export const link = (name: string | RegExp, within?: string) => named('a[href]', name, within)
export const field = (name: string | RegExp, within?: string) =>
  named('input:not([type=hidden]), select, textarea', name, within)
export const heading = (name: string | RegExp) => named('h1', name)
export const inMain = (css: string): Where => ({ css, within: 'main' })

function named(css: string, name: string | RegExp, within?: string): Where {
  return { css, name: typeof name === 'string' ? name : { like: name.source }, ...(within ? { within } : {}) }
}

const tell = ({ css, name, within }: Where) =>
  [css, name === undefined ? '' : `"${typeof name === 'string' ? name : name.like}"`, within ? `in ${within}` : '']
    .filter(Boolean)
    .join(' ')

/** The acts of journeys in one window of any engine. `hasScripts` is false where the shop starts none. */
export function createTab(driver: Driver, door: Door, size: Size, hasScripts = true) {
  let lastFailure = ''
  /** A page that is just left answers nothing; whoever needs the answer asks again. */
  async function ask<Args extends readonly unknown[]>(
    act: (...args: Args) => unknown,
    ...args: Args
  ): Promise<unknown> {
    try {
      return await Promise.race([driver.evaluate(inPage(act, ...args)), isLost()])
    } catch (error) {
      lastFailure = error instanceof Error ? error.message.slice(0, 200) : String(error)
      return undefined
    }
  }

  async function until<Answer>(what: string, look: () => Promise<Answer | undefined | null | false>, ms = PATIENCE_MS) {
    const deadline = performance.now() + ms
    for (;;) {
      const found = await look()
      if (found) return found
      if (performance.now() > deadline)
        throw new Error(`${what} (at ${(await ask(whereAndWhatIsSaid)) ?? lastFailure})`)
      await setTimeout(AGAIN_MS)
    }
  }

  const count = async (where: Where) => Number((await ask((one: Where) => findAll(one).length, where)) ?? 0)
  const see = (where: Where) => until(`${tell(where)} is not seen`, async () => (await count(where)) > 0)
  const gone = (where: Where) => until(`${tell(where)} is still there`, async () => (await count(where)) === 0)
  const textOf = async (css: string) =>
    String((await ask((selector: string) => document.querySelector<HTMLElement>(selector)?.innerText, css)) ?? '')
  const read = (words: string | RegExp, css = 'main') =>
    until(`"${words}" is not read in ${css}`, async () => {
      const text = (await textOf(css)).replace(/\s+/g, ' ')
      return typeof words === 'string' ? text.includes(words) : words.test(text)
    })
  const at = (path: RegExp) =>
    until(`the address is not ${path}`, async () =>
      path.test(String(await ask(() => location.pathname + location.search))),
    )

  const takenOver = async () => {
    if (hasScripts) await until('JavaScript does not take the page over', async () => (await ask(isTakenOver)) === true)
  }

  async function press(where: Where) {
    let why = ''
    let last = ''
    const point = await until('', async () => {
      const found = await ask(readyToPress, where)
      if (typeof found !== 'object' || found === null) return undefined
      if ('why' in found) why = String(found.why)
      const isStill = JSON.stringify(found) === last
      last = JSON.stringify(found)
      return isStill && 'x' in found && 'y' in found ? { x: Number(found.x), y: Number(found.y) } : undefined
    }).catch(async (error: unknown) => {
      throw new Error(`${tell(where)} ${why}${error instanceof Error ? error.message : ''}`)
    })
    await driver.pressAt(point)
  }

  async function fill(where: Where, text: string) {
    await press(where)
    await ask(chooseText)
    await driver.type(text)
  }

  /** A file field may be hidden behind the button for it. */
  async function attach(css: string, files: readonly string[]) {
    await until(`there is no ${css}`, async () => (await ask(hasFileField, css)) === true)
    await driver.attach(`document.querySelector(${JSON.stringify(css)})`, files)
  }

  /** The system opens a list, not the page, so a choice is made as the system makes it. */
  const autofill = (where: Where, text: string) =>
    until(`${tell(where)} cannot be filled`, async () => (await ask(fillAtOnce, where, text)) === true)

  /** Nothing fixed may lie over the pressed control, and a message is as high as its words, for as long as it stands. */
  async function toast(words: string | RegExp) {
    if (!hasScripts) return
    const like = typeof words === 'string' ? words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : words.source
    for (let look = 0; look < MOST_COVERED_LOOKS; look += 1) {
      const seen = await until(
        `no message "${words}"`,
        async () => (await ask(measureToast, { like })) ?? (look > 0 ? 'gone' : undefined),
      )
      if (typeof seen !== 'object' || !('box' in seen) || !('words' in seen)) return
      const covering = await ask(whatCoversPressed)
      if (covering) throw new Error(`the message "${words}" covers what was just pressed: ${covering}`)
      if (Number(seen.box) > Number(seen.words) + TOAST_EDGES_PX)
        throw new Error(`the message "${words}" is ${seen.box} px high, its words ${seen.words} px`)
    }
  }

  /** The page fits, has a heading, nothing lies over it, and nothing went wrong since the last look. */
  async function lookAt() {
    const wrong = await ask(lookAround)
    const all = [...(Array.isArray(wrong) ? wrong : []), ...door.takeErrors()]
    if (all.length > 0)
      throw new Error(`at ${await ask(() => location.pathname + location.search)}: ${all.slice(0, 5).join('; ')}`)
  }

  async function goTo(path: string) {
    await driver.goTo(door.origin + path)
  }
  async function open(path: string) {
    await goTo(path)
    await takenOver()
  }

  /** Calls the shop with this browser's cookies, as a script of its pages would. */
  async function call(method: string, path: string, body: object = {}) {
    const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    await goTo('/contact')
    // WebKit loses questions to a page that is still loading.
    await until('the page does not end loading', async () => (await ask(() => document.readyState)) === 'complete')
    const answer = await driver.evaluate(
      `fetch(${JSON.stringify(path)}, ${JSON.stringify(init)}).then((answer) => answer.ok ? true : answer.text())`,
    )
    if (answer !== true) throw new Error(`${method} ${path}: ${answer}`)
  }

  return {
    ...{ driver, door, size, hasScripts, isPhone: size.width < 905 },
    ...{
      ask,
      until,
      count,
      see,
      gone,
      textOf,
      read,
      at,
      takenOver,
      press,
      attach,
      fill,
      autofill,
      toast,
      lookAt,
      goTo,
      open,
      call,
    },
  }
}
export type Tab = ReturnType<typeof createTab>
