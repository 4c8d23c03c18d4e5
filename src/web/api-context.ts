import { createContext } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import type { DayRange } from '#shared/day-range.ts'
import type { Deliver, Report, Visit } from '#shared/page-parts.ts'
import type { FindPage } from './find-page.ts'

/** The shop's own API, called in-process with the visitor's cookie: `context.get(apiContext)(listProducts, {...})`. */
export const apiContext = createContext<Api>()

export const visitContext = createContext<Visit>()

/** Settings that show on pages. */
export interface ShopSettings {
  storeName: string
  /** Absolute, without a slash at the end: for canonical links and Open Graph. */
  publicUrl: string
  supportEmail: string
  /** Countries that orders are sent to. */
  shipTo: string[]
  /** Days from an order to its delivery, where a product does not say its own. */
  deliveryDays: DayRange
  /** Days after delivery in which goods can be returned; 0: only what came damaged. */
  returnDays: number
  /** Do labels say where a parcel comes from and goes back to (settings SENDER_*)? */
  hasSenderAddress: boolean
  /** Can Online be chosen at checkout? */
  onlinePayment: boolean
  /** Are the AVIF of the demo pictures made? A shop that has just opened for the first time begins without. */
  hasDemoAvif: boolean
  social: { name: string; url?: string }[]
  legal: { name?: string; address?: string; grievanceOfficer?: string }
}
export const settingsContext = createContext<ShopSettings>()

/** For addresses that somebody gives: is there a page? */
export const findPageContext = createContext<FindPage>()

export const reportContext = createContext<Report>()

/** Stands in every script that React writes into a page; the server names those scripts in the Content-Security-Policy. */
export const scriptMarkContext = createContext<string>()

export const deliverContext = createContext<Deliver>()
