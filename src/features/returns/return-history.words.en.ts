import { type ReturnState, returnStateNames } from '#features/orders/returns.states.ts'

type Wish = 'refund' | 'exchange'
const askedFor: Readonly<Record<Wish, string>> = { refund: 'Return', exchange: 'Exchange' }

/** What returns add to the history of an order. The database keeps the codes, so one that was ever used stays. */
export const returnHistoryEn = {
  RETURN_WAS_ASKED: ({ wish, goods }: { wish: Wish; goods: readonly { name: string; quantity: number }[] }) =>
    `${askedFor[wish]} asked for: ${goods.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}`,
  RETURN_WAS_WITHDRAWN: ({ wish }: { wish: Wish }) => `${askedFor[wish]} withdrawn`,
  RETURN_BECAME: ({ state }: { state: ReturnState }) => `Return ${returnStateNames[state].toLowerCase()}`,
  RETURN_WAS_DONE: 'Return done',
  RETURN_OPEN_NO_MONEY: 'Return open again: its money did not reach the shopper',
  RETURN_OPEN_NO_EXCHANGE: 'Return open again: the exchange did not reach the shopper',
}
