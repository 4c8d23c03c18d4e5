import type { Shop } from './shop.ts'
import type { Tab } from './tab.ts'

/** What a person does, and must then see; else it throws. */
export interface Journey {
  title: string
  /** Each begins as a visitor whom nobody knows. */
  go: (tab: Tab, shop: Shop) => Promise<void>
  /** Where the widths do not differ, one is enough. */
  only?: 'phone' | 'desktop'
}
