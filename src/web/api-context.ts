import { createContext } from 'react-router'
import type { Api, SendForm } from '#shared/api-client.ts'
import type { Deliver, Report, Visit } from '#shared/page-parts.ts'
import type { DayRange } from '#shared/reading/day-range.ts'
import type { FindPage } from './find-page.ts'

/** The shop's API in this process, with the visitor's cookie: `context.get(apiContext)(listProducts, {...})`. */
export const apiContext = createContext<Api>()

/** The same for forms with files, which a page passes on that a browser sent before JavaScript. */
export const sendFormContext = createContext<SendForm>()

export const visitContext = createContext<Visit>()

export interface ShopSettings {
  storeName: string
  /** Absolute, without a slash at the end: for canonical links and Open Graph. */
  publicUrl: string
  supportEmail: string
  shipTo: string[]
  /** For products without days of their own. */
  deliveryDays: DayRange
  returnDays: number
  hasSenderAddress: boolean
  onlinePayment: boolean
  /** A shop that has just opened for the first time has no AVIF of the demo pictures yet. */
  hasDemoAvif: boolean
  sampleRating: boolean
  claims: { founded: number | undefined; countries: number | undefined; carbonNegativeIn: number | undefined }
  social: { name: string; url?: string }[]
  legal: { name?: string; address?: string; grievanceOfficer?: string }
}
export const settingsContext = createContext<ShopSettings>()

export const findPageContext = createContext<FindPage>()

export const reportContext = createContext<Report>()

/** Stands in every script that React writes; the Content-Security-Policy names those scripts. */
export const scriptMarkContext = createContext<string>()

export const deliverContext = createContext<Deliver>()
