import { readFileSync } from 'node:fs'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { percentile } from '../../figures.ts'
import { findList, type Markup, readMarkup } from './markup.ts'

// `node bare-cards.ts PAGE.html CARDS`: React alone writes the cards of this page again, byte for byte, as fast as it can: no router, no loader, no
// database, no HTTP. Each message is for how many ms; the answer says how often it was done.

/** Attributes that are there or not; React leaves them out when they are empty texts. */
const SWITCHES =
  /^(async|autofocus|checked|disabled|formnovalidate|hidden|inert|multiple|novalidate|open|readonly|required)$/
const CARD_LINK = /^\/products\/[^/]+\/[^/]+$/

const styleOf = (text: string) =>
  Object.fromEntries(
    text.split(';').map((rule) => [rule.slice(0, rule.indexOf(':')), rule.slice(rule.indexOf(':') + 1)]),
  )

const propertiesOf = ({ attributes }: Markup) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (name === 'style') return [name, styleOf(value)]
      if (name === 'class') return ['className', value]
      return [name, value === '' && SWITCHES.test(name) ? true : value]
    }),
  )

interface Ready {
  name: string
  properties: Record<string, unknown>
  children: readonly (Ready | string)[]
}

/** What does not change from one rendering to the next, as in a component that was compiled. */
const makeReady = (markup: Markup): Ready => ({
  name: markup.name,
  properties: propertiesOf(markup),
  children: markup.children.map((child) => (typeof child === 'string' ? child : makeReady(child))),
})

const elementOf = ({ name, properties, children }: Ready): ReactNode =>
  createElement(name, properties, ...children.map((child) => (typeof child === 'string' ? child : elementOf(child))))

const Card = ({ card }: { card: Ready }) => elementOf(card)

const [, , file = '', count = ''] = process.argv
const list = makeReady(findList(readMarkup(readFileSync(file, 'utf8')), Number(count), CARD_LINK))
const cards = list.children.filter((child) => typeof child !== 'string')
const render = () =>
  renderToString(
    createElement(
      list.name,
      list.properties,
      cards.map((card, at) => createElement(Card, { key: at, card })),
    ),
  )

process.on('message', (ms: number) => {
  const times: number[] = []
  const startedAt = performance.now()
  for (let at = startedAt; at < startedAt + ms; ) {
    render()
    const now = performance.now()
    times.push(now - at)
    at = now
  }
  const sorted = times.toSorted((a, b) => a - b)
  const perSecond = (times.length * 1000) / (performance.now() - startedAt)
  process.send?.({ perSecond, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) })
})
process.once('disconnect', () => process.exit())
process.send?.({ cards: cards.length, bytes: Buffer.byteLength(render()) })
