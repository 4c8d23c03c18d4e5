import type { Engine } from '../options.ts'
import { urls } from '../shoppers.ts'
import {
  cpuAtMost,
  type Goal,
  memoryAtMost,
  noneFailed,
  noneLost,
  noneRefused,
  p95AtMost,
  shareAtLeast,
} from './goals.ts'
import type { MailSink } from './mail-sink.ts'
import {
  mixAsTheyCome,
  mixAtMost,
  ordersAtMost,
  ordersWithMails,
  type Run,
  shoppersAt,
  unaskedPage,
  visitors,
} from './runs.ts'

/** What a row is held against: one kept page, React alone, an order of five statements by pgbench, the shop in one process. */
export type Limit = 'kept page' | 'React' | 'lean order' | 'one process'

export interface Row {
  name: string
  run: Run
  limit?: Limit
  goals: readonly Goal[]
  /** How many times as long as others its turns take: slow answers are few. */
  lasts?: number
  /** Are pages of visitors asked for, which a shop that runs has ready? */
  looksAround?: boolean
  /** Of a shop in two processes, which takes PostgreSQL. */
  isOfTwo?: boolean
}

/** Changes of the catalogue a second, and the least share of one kept page. */
const WRITES = [
  [0, 0.45],
  [1, 0.3],
  [5, 0.2],
  [20, 0.1],
] as const
const SHOPPERS_SHARE = 0.15
const PER_SECOND = 120

/** Everything that is measured of a shop that is used while it changes. */
export function rowsOf(engine: Engine, sink: MailSink): Row[] {
  const ofKeptPage = (least: number) => ({
    limit: 'kept page' as const,
    goals: [shareAtLeast(least, 'one kept page'), noneFailed],
  })
  const ofTwo = { limit: 'one process' as const, isOfTwo: true }
  return [
    ...WRITES.map(([writes, least]) => ({
      name:
        writes === 0
          ? 'visitors, nothing changes'
          : `visitors, ${writes} ${writes === 1 ? 'change' : 'changes'} a second`,
      run: visitors(writes),
      looksAround: true,
      ...ofKeptPage(least),
    })),
    { name: 'shoppers, home', run: shoppersAt(urls.home), ...ofKeptPage(SHOPPERS_SHARE) },
    { name: 'shoppers, list', run: shoppersAt('/products'), ...ofKeptPage(SHOPPERS_SHARE) },
    { name: 'shoppers, product', run: shoppersAt(urls.product), ...ofKeptPage(SHOPPERS_SHARE) },
    {
      name: 'new page, 24 cards',
      run: unaskedPage,
      limit: 'React',
      goals: [shareAtLeast(0.2, 'React alone'), noneFailed],
    },
    {
      name: `mix, ${PER_SECOND} a second`,
      run: mixAsTheyCome(PER_SECOND),
      lasts: 3,
      looksAround: true,
      goals: [p95AtMost(50), noneRefused, noneLost, noneFailed, memoryAtMost(320)],
    },
    {
      name: 'orders with mails, 16 at a time',
      run: ordersWithMails(sink),
      ...(engine === 'sqlite'
        ? { goals: [cpuAtMost(2), noneFailed] }
        : { limit: 'lean order' as const, goals: [cpuAtMost(4), shareAtLeast(0.1, 'lean orders'), noneFailed] }),
    },
    ...(engine === 'sqlite'
      ? []
      : [
          {
            name: 'two processes, mix',
            run: mixAtMost,
            looksAround: true,
            ...ofTwo,
            goals: [shareAtLeast(1.6, 'one process'), noneFailed],
          },
          {
            name: 'two processes, orders',
            run: ordersAtMost(sink),
            ...ofTwo,
            goals: [shareAtLeast(1.25, 'one process'), noneFailed],
          },
        ]),
  ]
}
