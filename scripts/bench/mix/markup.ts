// Reads the HTML that React has written, as far as it takes to write the same again.

export interface Markup {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (Markup | string)[]
}

const TOKEN =
  /<!--.*?-->|<![^>]*>|<(script|style)\b[^>]*>.*?<\/\1>|<\/[\w-]+>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gis
const ATTRIBUTE = /([^\s=>/]+)(?:="([^"]*)")?/g
/** Elements that hold nothing and have no end. */
const EMPTY = new Set(['area', 'br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

const plain = (text: string) => text.replace(/&(\w+|#x27);/g, (sign, name: string) => SIGNS[name] ?? sign)

/** The elements of a page without its scripts, styles and comments. */
export function readMarkup(html: string): Markup {
  const root: Markup = { name: 'root', attributes: {}, children: [] }
  const open = [root]
  for (const [token, , name, attributes = ''] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (token.startsWith('</')) {
      if (open.length > 1 && parent.name === token.slice(2, -1)) open.pop()
    } else if (name) {
      const pairs = Array.from(attributes.matchAll(ATTRIBUTE), ([, key = '', value = '']) => [key, plain(value)])
      const element: Markup = { name, attributes: Object.fromEntries(pairs), children: [] }
      parent.children.push(element)
      if (!EMPTY.has(name) && !token.endsWith('/>')) open.push(element)
    } else if (!token.startsWith('<')) parent.children.push(plain(token))
  }
  return root
}

const isElement = (child: Markup | string): child is Markup => typeof child !== 'string'

const linksIn = ({ attributes, children }: Markup, path: RegExp): number =>
  (path.test(attributes.href ?? '') ? 1 : 0) +
  children.filter(isElement).reduce((sum, child) => sum + linksIn(child, path), 0)

/** The innermost element that holds so many links to such paths: a list of cards. Throws when there is none. */
export function findList(within: Markup, links: number, path: RegExp): Markup {
  if (linksIn(within, path) < links) throw new Error(`the page has fewer than ${links} such links`)
  const inner = within.children.filter(isElement).find((child) => linksIn(child, path) >= links)
  return inner ? findList(inner, links, path) : within
}
