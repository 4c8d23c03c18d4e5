import { useRouteLoaderData } from 'react-router'
import type { Shopper } from '#features/auth/auth.contract.ts'
import type { ShopSettings } from '#web/api-context.ts'
import { ON_PAGE, shopperOnPage } from '#web/shopper-on-page.ts'

/** The root loader could not find out who is logged in; nobody is logged out by that. */
export const UNKNOWN = 'unknown' as const

export interface RootData {
  user: Shopper | null | typeof ON_PAGE | typeof UNKNOWN
  settings: ShopSettings
  /** Pieces in a visitor's cart, by its cookie; 0 for a shopper, and on a page that is the same for all visitors. */
  visitorUnits: number
}

export const fallbackSettings: ShopSettings = {
  storeName: 'the shop',
  publicUrl: '',
  supportEmail: 'support@haat.example',
  shipTo: ['India'],
  deliveryDays: { from: 4, to: 8 },
  returnDays: 7,
  hasSenderAddress: true,
  onlinePayment: false,
  hasDemoAvif: false,
  sampleRating: false,
  claims: { founded: undefined, countries: undefined, carbonNegativeIn: undefined },
  social: [],
  legal: {},
}

export const isRootData = (data: unknown): data is RootData =>
  typeof data === 'object' && data !== null && 'settings' in data

export function shopperIn(user: RootData['user']): Shopper | null {
  if (user === UNKNOWN) return null
  return user === ON_PAGE ? shopperOnPage() : user
}

/** Null also where it is not known (`useIsUnknown`). */
export const useShopper = () => shopperIn(useRouteLoaderData<RootData>('root')?.user ?? null)

export const useIsUnknown = () => useRouteLoaderData<RootData>('root')?.user === UNKNOWN

/** A page rendered for everybody has no shopper in it, except what the server fills in (docs/decisions/0025). */
export const useIsForAll = () => useRouteLoaderData<RootData>('root')?.user === ON_PAGE

/** The badge's number until the browser has read the visitor's cart, and always without JavaScript. */
export const useVisitorUnits = () => useRouteLoaderData<RootData>('root')?.visitorUnits ?? 0

export function useSettings(): ShopSettings {
  return useRouteLoaderData<RootData>('root')?.settings ?? fallbackSettings
}
