import { useRouteLoaderData } from 'react-router'
import type { Shopper } from '#features/auth/auth.contract.ts'
import type { ShopSettings } from '#web/api-context.ts'
import { ON_PAGE, shopperOnPage } from '#web/shopper-on-page.ts'

/** What the root loader knows: every page may use it. */
export interface RootData {
  user: Shopper | null | typeof ON_PAGE
  settings: ShopSettings
}

/** Only when the root loader itself failed and an error page must stand without it. */
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
  social: [],
  legal: {},
}

/** Who is logged in. */
export function useShopper(): Shopper | null {
  const user = useRouteLoaderData<RootData>('root')?.user ?? null
  return user === ON_PAGE ? shopperOnPage() : user
}

/** Was the page rendered for everybody? Then the server has put no shopper into what it does not fill in (docs/decisions/0025). */
export const useIsForAll = () => useRouteLoaderData<RootData>('root')?.user === ON_PAGE

export function useSettings(): ShopSettings {
  return useRouteLoaderData<RootData>('root')?.settings ?? fallbackSettings
}
