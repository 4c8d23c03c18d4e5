import type { Message } from '#shared/messages.ts'
import type { Paise } from '#shared/money.ts'
import { message } from '../catalog.messages.ts'

export type Platform = 'google' | 'meta'

/** What Google's Merchant Center and Meta's catalogue take; their help pages say so. */
export const MAX_NAME = 150
export const SMALLEST_PICTURE_PX = { google: 100, meta: 500 } as const

export interface FeedProduct {
  name: string
  offerPrice: Paise
  description: readonly string[]
  images: readonly { width: number; height: number }[]
}

interface Rule {
  /** Who refuses such a product. */
  by: readonly Platform[]
  problem: (product: FeedProduct) => Message | undefined
}

const smallerThan =
  (px: number, code: 'FEED_SMALL_FOR_GOOGLE' | 'FEED_SMALL_FOR_META') =>
  ({ images: [first] }: FeedProduct) => {
    if (!first || Math.min(first.width, first.height) >= px) return undefined
    return message(code, { width: first.width, height: first.height, least: px })
  }

/** Why a platform would refuse a product: it is left out of that platform's feed, and the office lists it. */
const rules: readonly Rule[] = [
  {
    by: ['google', 'meta'],
    problem: ({ images }) => (images.length === 0 ? message('FEED_NO_PICTURE') : undefined),
  },
  { by: ['google'], problem: smallerThan(SMALLEST_PICTURE_PX.google, 'FEED_SMALL_FOR_GOOGLE') },
  { by: ['meta'], problem: smallerThan(SMALLEST_PICTURE_PX.meta, 'FEED_SMALL_FOR_META') },
  {
    by: ['google', 'meta'],
    problem: ({ name }) =>
      [...name].length > MAX_NAME ? message('FEED_LONG_NAME', { length: [...name].length, most: MAX_NAME }) : undefined,
  },
  {
    by: ['google', 'meta'],
    problem: ({ description }) => (description.length === 0 ? message('FEED_NO_DESCRIPTION') : undefined),
  },
  {
    by: ['google', 'meta'],
    problem: ({ offerPrice }) => (offerPrice <= 0 ? message('FEED_NO_PRICE') : undefined),
  },
]

/** All that a platform, or any of them, would refuse a product for. */
export const feedProblems = (product: FeedProduct, platform?: Platform) =>
  rules
    .filter(({ by }) => platform === undefined || by.includes(platform))
    .flatMap(({ problem }) => problem(product) ?? [])
