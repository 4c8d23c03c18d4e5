import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { text } from '#shared/text.ts'
import { moneyProblemKinds } from './money-problems.kinds.ts'
import { appError, message } from './orders.messages.ts'

export const problemNotFound = appError('PROBLEM_NOT_FOUND', 404)

const MAX_NOTE = 500
/** Open ones that are shown at once, the oldest first. */
export const MOST_PROBLEMS = 100

const MoneyProblem = z.object({
  _id: z.string(),
  kind: z.enum(moneyProblemKinds),
  /** null: the money belongs to no order of this shop. */
  order: z.object({ _id: z.string(), number: z.int() }).nullable(),
  /** The amount with its currency: "₹510.00". */
  amount: z.string(),
  text: z.string(),
  /** The id that the payment service gave it. */
  reference: z.string(),
  at: IsoTime,
})
export type MoneyProblem = z.output<typeof MoneyProblem>

const GatewayCheck = z.object({
  provider: z.string(),
  at: IsoTime,
  payments: z.int(),
  /** "₹5,10,000.00" */
  gateway: z.string(),
  books: z.string(),
  isRight: z.boolean(),
})
export type GatewayCheck = z.output<typeof GatewayCheck>

/** The open problems, the oldest first, 100 at most; with `order` those of one order. */
export const listMoneyProblems = endpoint('GET', '/api/order/money-problem', {
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'What payment services did by themselves and waits for a person',
  query: z.object({ order: Id.optional() }),
  response: z.object({ problems: z.array(MoneyProblem), checks: z.array(GatewayCheck) }),
})

/** A seller has dealt with it; idempotent. */
export const closeMoneyProblem = endpoint('POST', '/api/order/money-problem/:id', {
  access: 'seller',
  rights: ['money'],
  summary: 'A problem with money is seen to',
  params: z.object({ id: Id }),
  body: z.object({ note: text(message('WHAT_WAS_DONE'), MAX_NOTE) }),
  response: z.object({ message: z.string() }),
  errors: [problemNotFound],
})
