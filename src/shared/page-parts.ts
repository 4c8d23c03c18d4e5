import type { Fetch, ReadHere } from './api-client.ts'
import type { AccountKind } from './endpoint.ts'

export interface Visit {
  /** The kinds of which there is a session's cookie. Without one, nobody asks the API who is logged in. */
  sessions: readonly AccountKind[]
  /** The page is rendered once for everybody: nothing of the request is in it. */
  isForAll: boolean
  /** The router asks for data in the background; else a browser waits for a page. */
  isBackground: boolean
  /** Called at the end: was the catalogue the same for all reads? If not, the page is loaded again. */
  isOneState: () => Promise<boolean>
}

export type Report = (error: unknown) => void

/** Takes the finished page beside its Response, which would copy the page several times. */
export type Deliver = (html: Buffer) => void

export interface PageParts {
  /** fetchApi runs the route, readHere its function. */
  fetchApi: Fetch
  readHere: ReadHere
  visit: Visit
  report: Report
  deliver: Deliver
}

export interface OwnHtml {
  /** Account menu and link to the cart. `units`: pieces in the cart; `page`: the page's path. */
  bar: (shopper: { name: string; email: string }, units: number, page: string) => string
  /** How many of a product are in the cart. `name` is HTML already. */
  inCart: (place: 'card' | 'page', product: { name: string; inStock: boolean }, quantity: number) => string
  data: (shopper: object) => string
}
