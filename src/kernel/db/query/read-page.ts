import type { SelectQueryBuilder } from 'kysely'
import { countPages } from '#shared/paging.ts'
import type { Tables } from '../tables.ts'

interface Wanted {
  page?: number | undefined
  limit: number
}

type Read<Row> = (limit: number, offset: number) => Promise<Row[]>

export async function readPage<Row>({ page = 1, limit }: Wanted, total: number | Promise<number>, read: Read<Row>) {
  const [rows, all] = await Promise.all([read(limit, (page - 1) * limit), total])
  return { rows, total: all, page, pages: countPages(all, limit) }
}

/** Like `readPage` in one statement, whose rows each have the total; only a page past the end calls `count`. */
export async function readCountedPage<Row extends { total: number | null }>(
  { page = 1, limit }: Wanted,
  count: () => Promise<number>,
  read: Read<Row>,
) {
  const rows = await read(limit, (page - 1) * limit)
  const total = rows[0]?.total ?? (page > 1 ? await count() : 0)
  return { rows, total, page, pages: countPages(total, limit) }
}

export async function countRows<TB extends keyof Tables>(wanted: SelectQueryBuilder<Tables, TB, object>) {
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}
