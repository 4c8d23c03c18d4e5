import { NO_MONEY, type Paise } from '#shared/money.ts'

export const SHIPPING_PAISE: Paise = NO_MONEY

/** undefined when shipping costs something. */
export const SHIPPING_OFFER = SHIPPING_PAISE === 0 ? 'Free shipping' : undefined
