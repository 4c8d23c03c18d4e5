import type { Fetch, ReadHere } from './api-client.ts'

/** What a page needs to know of the request besides its URL. */
export interface Visit {
  /** Is there a shopper's session cookie? Without one the API need not be asked who is logged in. */
  hasSession: boolean
  hasSellerSession: boolean
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
