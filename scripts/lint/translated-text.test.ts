import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

// A page translator puts elements of its own in the place of texts. React can change a text that is alone in its element, and elements
// beside others, but it cannot take away a text that is gone, nor put an element before one: the page breaks.

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])

/** What a child of an element may become on the page. */
type Becomes = 'nothing' | 'text' | 'changing text' | 'element' | 'unknown'

const changing = (one: Becomes): Becomes => (one === 'text' ? 'changing text' : one)

function becomes(child: unknown): Becomes[] {
  if (!isNode(child)) return ['unknown']
  const { type } = child
  if (type === 'JSXText') {
    const { value } = child
    // Blank with a line break in it: the layout of the code.
    return typeof value === 'string' && value.trim() === '' && value.includes('\n') ? ['nothing'] : ['text']
  }
  if (type === 'JSXElement' || type === 'JSXFragment') return ['element']
  if (type === 'JSXExpressionContainer' || type === 'ParenthesizedExpression') return becomes(child.expression)
  if (type === 'Literal')
    return typeof child.value === 'string' ? [child.value === '' ? 'nothing' : 'text'] : ['nothing']
  if (type === 'TemplateLiteral') return ['text']
  if (type === 'JSXEmptyExpression') return ['nothing']
  if (type === 'ConditionalExpression') return [...becomes(child.consequent), ...becomes(child.alternate)].map(changing)
  if (type === 'LogicalExpression')
    return [...(child.operator === '&&' ? ['nothing' as const] : becomes(child.left)), ...becomes(child.right)].map(
      changing,
    )
  return ['unknown']
}

const isAlways = (kinds: readonly Becomes[], kind: Becomes) => kinds.every((one) => one === kind)
const comesAndGoes = (kinds: readonly Becomes[], kind: Becomes) => kinds.includes(kind) && !isAlways(kinds, kind)

/** Where an element's children would break on a translated page: the places of the children in the source. */
function breaksIn(parent: Node): number[] {
  const children = nodesIn(parent.children)
    .map((node) => ({ at: node.start, kinds: becomes(node) }))
    .filter(({ kinds }) => !isAlways(kinds, 'nothing'))
  if (children.length < 2) return []
  return children.flatMap(({ at, kinds }, place) => {
    const next = children.slice(place + 1).find((one) => !one.kinds.includes('nothing'))
    const isBeforeText = next !== undefined && isAlways(next.kinds, 'text')
    const breaks =
      (comesAndGoes(kinds, 'changing text') && kinds.length > 1 && !isAlways(kinds, 'changing text')) ||
      (kinds.includes('nothing') && kinds.includes('element') && isBeforeText)
    return breaks ? [at] : []
  })
}

function* elementsOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* elementsOf(one)
  if (!isNode(value)) return
  if (value.type === 'JSXElement' || value.type === 'JSXFragment') yield value
  for (const one of Object.values(value)) yield* elementsOf(one)
}

/** "file.tsx:12" for each place that is found. */
function placesOf(file: string, source: string, find: (element: Node) => number[]) {
  const { program } = parseSync(file, source, { lang: 'tsx' })
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  return [...elementsOf(program)].flatMap(find).map((at) => `${file}:${lineOf(at)}`)
}
const breaksOf = (file: string, source: string) => placesOf(file, source, breaksIn)

const isButton = ({ openingElement }: Node) =>
  isNode(openingElement) &&
  isNode(openingElement.name) &&
  /^(Button|ButtonLink|button)$/.test(String(openingElement.name.name))

/** Where the words of a button are joined to a value: a translated page would go on showing the value before. */
function staysBehindIn(element: Node): number[] {
  if (!isButton(element)) return []
  const children = nodesIn(element.children)
  return children.flatMap((child, place) => {
    const { value } = child
    const [before, after] = [children[place - 1]?.type, children[place + 1]?.type]
    if (child.type !== 'JSXText' || typeof value !== 'string' || value.trim() === '') return []
    const isJoined =
      (after === 'JSXExpressionContainer' && !/\n\s*$/.test(value)) ||
      (before === 'JSXExpressionContainer' && !/^\s*\n/.test(value))
    return isJoined ? [child.start] : []
  })
}

const pages = globSync('src/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))

describe('texts of a translated page', () => {
  it.each([
    ['<p>{busy && <Spinner />} Save</p>', 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    ['<p>{busy && <Spinner />}{`Save ${name}`}</p>', 1],
    ["<p><b>3</b>{more && ' and more'}</p>", 1],
    ["<p>{a ? <b>3</b> : 'none'} pieces</p>", 1],
    ['<p>{busy && <Spinner />}<span>Save</span></p>', 0],
    ["<p><b>3</b><span>{more && ' and more'}</span></p>", 0],
    ["<p>{more && 'more'}</p>", 0],
    ["<p>{busy ? 'Sending' : 'Send'}<b>now</b></p>", 0],
  ])('%s breaks %i times', (source, times) => {
    expect(breaksOf('a.tsx', source)).toHaveLength(times)
  })

  it('come and go in an element of their own, in all of our pages', () => {
    expect(pages.length).toBeGreaterThan(100)
    expect(pages.flatMap((file) => breaksOf(file, readFileSync(file, 'utf8')))).toEqual([])
  }, 120_000)

  it.each([
    ['<Button>Refund {sum}</Button>', 1],
    ['<button>{count} pieces</button>', 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    ['<Button>{`Refund ${sum}`}</Button>', 0],
    ['<Button>\n  Save\n  {forOrder(order)}\n</Button>', 0],
    ['<p>Parcel {number}</p>', 0],
  ])('%s stays behind %i times', (source, times) => {
    expect(placesOf('a.tsx', source, staysBehindIn)).toHaveLength(times)
  })

  it('of a button are one with the values in them, in all of our pages', () => {
    expect(pages.flatMap((file) => placesOf(file, readFileSync(file, 'utf8'), staysBehindIn))).toEqual([])
  }, 120_000)
})
