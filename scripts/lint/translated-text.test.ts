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

/** "file.tsx:12" for each child that would break. */
function breaksOf(file: string, source: string) {
  const { program } = parseSync(file, source, { lang: 'tsx' })
  const lineOf = (at: number) => source.slice(0, at).split('\n').length
  return [...elementsOf(program)].flatMap(breaksIn).map((at) => `${file}:${lineOf(at)}`)
}

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
    const files = globSync('src/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((file) => breaksOf(file, readFileSync(file, 'utf8')))).toEqual([])
  }, 120_000)
})
