import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { fromRupees } from '#shared/money.ts'
import type { ProductList } from '../../catalog.contract.ts'

/** One line of judged-queries.txt, whose first lines say what it means. */
interface JudgedQuery {
  kind: string
  q: string
  /** Slugs of products that have to be found, the first of them before all others if `isFirst`. */
  finds: string[]
  isFirst: boolean
  isNothing: boolean
  not: string[]
  mostRupees: number | undefined
}

/** Products that a shopper looks at before another word is tried. */
const SHOWN = 8
export const MOST_POINTS = 2

const words = (text = '') => text.split(' ').filter((word) => word !== '')

function readQueries(text: string) {
  let kind = ''
  return text.split('\n').flatMap((line): JudgedQuery[] => {
    if (line.startsWith('## ')) kind = line.slice('## '.length)
    if (line.startsWith('#') || line === '') return []
    const [q = '', finds = '', not, most] = line.split('|').map((part) => part.trim())
    const isNothing = finds === 'nothing'
    const found = words(isNothing ? '' : finds.replace('!', ''))
    return [
      {
        ...{ kind, q, isNothing, finds: found, isFirst: finds.startsWith('!'), not: words(not) },
        mostRupees: most ? Number(most) : undefined,
      },
    ]
  })
}

export const judgedQueries = readQueries(readFileSync(new URL('judged-queries.txt', import.meta.url), 'utf8'))

const { products: demo } = z
  .object({ products: z.array(z.object({ slug: z.string(), name: z.string() })) })
  .parse(JSON.parse(readFileSync(new URL('../../../../../catalogue/catalogue.json', import.meta.url), 'utf8')))
const slugOf = new Map(demo.map(({ slug, name }) => [name, slug]))

/** Points of an answer, 0 to 2, and what stands first in it. */
function judge(query: JudgedQuery, { products }: Pick<ProductList, 'products'>) {
  const shown = products.slice(0, SHOWN)
  const slugs = shown.map(({ name }) => slugOf.get(name) ?? name)
  return { points: isDearer(query, shown) ? 0 : pointsOf(query, slugs), slugs }
}

const isDearer = ({ mostRupees }: JudgedQuery, shown: ProductList['products']) =>
  mostRupees !== undefined && shown.some(({ offerPrice }) => offerPrice > fromRupees(mostRupees))

function pointsOf({ finds, isFirst, isNothing, not }: JudgedQuery, slugs: readonly string[]) {
  if (isNothing) return slugs.length === 0 ? MOST_POINTS : 0
  if (slugs.length === 0) return 0
  const found = finds.filter((slug) => slugs.includes(slug)).length
  const wrong = not.filter((slug) => slugs.includes(slug)).length + (isFirst && slugs[0] !== finds[0] ? 1 : 0)
  if (found === finds.length) return Math.max(0, MOST_POINTS - wrong)
  return wrong === 0 && found * 2 >= finds.length ? 1 : 0
}

/** Points of all queries, of 100. `search` asks as the page of all products does. */
export async function scoreSearch(search: (q: string) => Promise<Pick<ProductList, 'products'>>) {
  const judged: { kind: string; q: string; points: number; slugs: string[] }[] = []
  for (const query of judgedQueries) {
    const { points, slugs } = judge(query, await search(query.q))
    judged.push({ kind: query.kind, q: query.q, points, slugs })
  }
  const sum = judged.reduce((total, { points }) => total + points, 0)
  return { score: Math.round((sum * 1000) / (judged.length * MOST_POINTS)) / 10, judged }
}
