import type { Fetch, ReadHere } from './api-client.ts'

/** What a page needs to know of the request besides its URL. */
export interface Visit {
  /** Is there a shopper's session cookie? Without one the API need not be asked who is logged in. */
  hasSession: boolean
  hasSellerSession: boolean
  /** Is the page rendered once for everybody? Then nothing of the request is in it. */
  isForAll: boolean
  /** Asked for by the router in the background, which takes data; else a browser waits for a page. */
  isBackground: boolean
  /** Called when all is loaded: was the catalogue the same for all reads? If not, the page is loaded again. */
  isOneState: () => Promise<boolean>
}

/** Logs an unexpected error of a page. */
export type Report = (error: unknown) => void

/** Takes the finished page, whose Response is empty: in a Response it would be copied several times. */
export type Deliver = (html: Buffer) => void

/** What the server renders a page with. */
export interface PageParts {
  /** The shop's API: calls that go through its routes, and those that need not. */
  fetchApi: Fetch
  readHere: ReadHere
  visit: Visit
  report: Report
  deliver: Deliver
}

/** What of a page differs from one shopper to the next, as HTML. */
export interface OwnHtml {
  /** The end of the top bar: account menu and link to the cart. */
  bar: {
    /** What stands around the words; the first begins it, the last ends it. `page` is the page's path. */
    texts: (page: string) => string[]
    /** How many bytes each word has room for where the room is fixed. One fewer than texts. */
    rooms: readonly number[]
    /** As many. `units`: pieces in the cart. */
    words: (shopper: { name: string; email: string }, units: number) => string[]
  }
  /** Where a product can be put into the cart: how many are in it. `name` is HTML already, as it stands in the page. */
  inCart: (place: 'card' | 'page', product: { name: string; inStock: boolean }, quantity: number) => string
  /** At the page's end: who is logged in, for its scripts. */
  data: (shopper: object) => string
}
