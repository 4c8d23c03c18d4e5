import type { Plugin } from 'vite'

/** Length of the comment or string that begins at `at`, else 1: braces inside these mean nothing. */
function stepAt(css: string, at: number) {
  const quote = css[at]
  if (css.startsWith('/*', at)) return css.indexOf('*/', at) + 2 - at
  if (quote !== '"' && quote !== "'") return quote === '\\' ? 2 : 1
  let end = at + 1
  while (end < css.length && css[end] !== quote) end += css[end] === '\\' ? 2 : 1
  return end + 1 - at
}

/** Behind a statement's `;`, or the `}` that closes it. A comment is one of its own. */
function endOf(css: string, from: number) {
  const start = css.slice(from).search(/\S/) + from
  if (css.startsWith('/*', start)) return start + stepAt(css, start)
  let depth = 0
  for (let at = from; at < css.length; at += stepAt(css, at)) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0 && (css[at] === '}' || css[at] === ';')) return at + 1
  }
  return css.length
}

/**
 * A style sheet without cascade layers, which browsers before Chrome 99 and Safari 15.4 skip. Then a more specific selector wins over a
 * later one, so no selector of the layer `base` counts for more than a class (app.css).
 */
export function flattenLayers(css: string) {
  const layers = new Map<string, string>()
  const add = (name: string, rules: string) => layers.set(name, (layers.get(name) ?? '') + rules)
  let others = ''
  for (let from = 0; from < css.length; ) {
    const end = endOf(css, from)
    const statement = css.slice(from, end)
    const [opening, names = ''] = /^\s*@layer\s+([\w\s,-]+)[{;]/.exec(statement) ?? []
    if (!opening) others += statement
    else if (opening.endsWith('{')) add(names.trim(), statement.slice(opening.length, -1))
    else for (const name of names.split(',')) add(name.trim(), '')
    from = end
  }
  return [...layers.values(), others].join('\n')
}

/** Stands behind Tailwind in the list of plugins, which writes its layers before Vite reads the style sheet. */
export function withoutLayers(): Plugin {
  return {
    name: 'without-layers',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css(?:$|\?)/.test(id) || !code.includes('@layer')) return
      return { code: flattenLayers(code), map: null }
    },
  }
}
