import type { Fetch, ReadHere } from './api-client.ts'

/** What a page needs to know of the request besides its URL. */
export interface Visit {
  /** Is there a shopper's session cookie? Without one there is nobody to ask for. */
  hasSession: boolean
  hasSellerSession: boolean
  /** Asked for by the router in the background, which takes data; else a browser waits for a page. */
  isBackground: boolean
  /** Asked when all is loaded: is it one state of the catalogue? If not, the page is loaded again. */
  isOneState: () => Promise<boolean>
}

/** Tells the log of a failure that no page could have foreseen. */
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
