import type { SelectQueryBuilder } from 'kysely'
import { countPages } from '#shared/paging.ts'
import type { Tables } from './tables.ts'

interface Wanted {
  page?: number | undefined
  /** So many rows a page. */
  limit: number
}

/** One page of a list, and what every list says of itself. `total` counts the rows of all pages, `read` gives those of this one. */
export async function readPage<Row>(
  { page = 1, limit }: Wanted,
  total: number | Promise<number>,
  read: (limit: number, offset: number) => Promise<Row[]>,
) {
  const [rows, all] = await Promise.all([read(limit, (page - 1) * limit), total])
  return { rows, total: all, page, pages: countPages(all, limit) }
}

/** How many rows a query gives. */
export async function countRows<TB extends keyof Tables>(wanted: SelectQueryBuilder<Tables, TB, object>) {
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}
