import { createContext } from 'react-router'
import type { Api } from '#shared/api-client.ts'

/** The shop's own API, called in-process with the visitor's cookie: `context.get(apiContext)(listProducts, {...})`. */
export const apiContext = createContext<Api>()

/** What a page needs to know of the request besides its URL. */
export interface Visit {
  /** Is there a shopper's session cookie? Without one there is nobody to ask for. */
  hasSession: boolean
  hasSellerSession: boolean
  /** Asked when all is loaded: is it one state of the catalogue? If not, the page is loaded again. */
  isOneState: () => Promise<boolean>
}
export const visitContext = createContext<Visit>()

/** Settings that show on pages. */
export interface ShopSettings {
  storeName: string
  /** Absolute, without a slash at the end: for canonical links and Open Graph. */
  publicUrl: string
  supportEmail: string
  /** Can Online be chosen at checkout? */
  onlinePayment: boolean
  social: { name: string; url?: string }[]
  legal: { name?: string; address?: string; grievanceOfficer?: string }
}
export const settingsContext = createContext<ShopSettings>()

/** Tells the log of a failure that no page could have foreseen. */
export type Report = (error: unknown) => void
export const reportContext = createContext<Report>()

/** Stands in every script that React writes into a page; the server names those scripts in the Content-Security-Policy. */
export const scriptMarkContext = createContext<string>()

/** Takes the finished page, whose Response is empty: in a Response it would be copied several times. */
export type Deliver = (html: Buffer) => void
export const deliverContext = createContext<Deliver>()
