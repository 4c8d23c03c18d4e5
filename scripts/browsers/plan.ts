import { chromiumEngine } from './chromium.ts'
import type { Changes } from './door.ts'
import { type Engine, sizes, type Wishes } from './driver.ts'
import { firefoxEngine } from './firefox.ts'
import type { Journey } from './journey.ts'
import { afterOrder } from './journeys/after-order.ts'
import { beforeScripts } from './journeys/before-scripts.ts'
import { checkout } from './journeys/checkout.ts'
import {
  everyPageOfSeller,
  everyPageOfShop,
  onAPhone,
  withLargeType,
  withOwnColours,
  withoutStorage,
} from './journeys/every-page.ts'
import { leaving } from './journeys/leaving.ts'
import { paper } from './journeys/paper.ts'
import { sellersDay } from './journeys/seller.ts'
import { withoutFeature } from './journeys/without-feature.ts'
import { workshop } from './journeys/workshop.ts'
import { missingFeatures } from './missing-features.ts'
import { webkitEngine } from './webkit.ts'

export interface Round {
  name: string
  engine: Engine
  wishes: Wishes
  changes?: Changes
  hasScripts?: boolean
  journeys: readonly Journey[]
}

const ofShoppers = [
  ...checkout,
  ...afterOrder,
  ...beforeScripts,
  ...leaving,
  ...everyPageOfShop,
  ...onAPhone,
  ...workshop,
]
const ofSellers = [...sellersDay, ...paper, ...everyPageOfSeller]
const all = [...ofShoppers, ...ofSellers]
const widths = ['phone', 'desktop'] as const
/** The short plan: shoppers have a phone, sellers a desk. */
const mostly = { phone: new Set(ofShoppers), desktop: new Set(ofSellers) }

const inEngine = (engine: Engine, isWhole: boolean) =>
  widths.map((width) => ({
    name: `${engine.name}, ${sizes[width].width} px`,
    engine,
    wishes: { size: sizes[width] },
    journeys: all.filter((journey) => (journey.only ? journey.only === width : isWhole || mostly[width].has(journey))),
  }))

const inOlderBrowsers = missingFeatures.map(({ name, changes, stopsScripts }) => ({
  name: `chromium without ${name}`,
  engine: chromiumEngine,
  wishes: { size: sizes.phone },
  changes,
  hasScripts: !stopsScripts,
  journeys: withoutFeature,
}))

/** WebKit's own settings of type cannot be reached from outside. */
const inLargeType = [
  { name: 'type of at least 16 px', wishes: { leastType: 16 }, width: 360 },
  { name: 'type of at least 20 px', wishes: { leastType: 20 }, width: 390 },
  { name: 'type of 24 px by default', wishes: { type: 24 }, width: 390 },
  { name: 'type of 32 px by default', wishes: { type: 32 }, width: 390 },
].map(({ name, wishes, width }) => ({
  name: `firefox, ${name} at ${width} px`,
  engine: firefoxEngine,
  wishes: { ...wishes, size: { ...sizes.phone, width } },
  journeys: withLargeType,
}))

/** Rounds, the longest first; `isWhole`: each journey at both widths. */
export const planOf = (isWhole: boolean): readonly Round[] => [
  ...inEngine(webkitEngine, isWhole),
  ...inEngine(firefoxEngine, isWhole),
  ...inOlderBrowsers,
  ...inLargeType,
  {
    name: 'firefox without cookies and storage',
    engine: firefoxEngine,
    wishes: { size: sizes.phone, refusesStorage: true },
    journeys: withoutStorage,
  },
  {
    name: 'firefox in the colours of the system',
    engine: firefoxEngine,
    wishes: { size: sizes.phone, ownColours: true },
    journeys: withOwnColours,
  },
]
