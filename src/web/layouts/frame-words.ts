import { createContext, type ReactNode, useContext } from 'react'
import { countItems } from '#features/cart/cart.rules.ts'
import type { frameHi } from './frame.words.hi.ts'

/** The texts of the frame stand in English in its components: the first visit has no room for a list. One without Hindi does not compile. */
export type FrameText = keyof typeof frameHi

interface FrameWords {
  say: (text: FrameText) => string
  /** A link to a page, given by its English path. */
  to: (path: string) => string
  cart: (items: string) => string
  items: (units: number) => string
  accountOf: (firstName: string) => string
  founded: (year: number) => string
  about?: ReactNode
}

export const FrameWords = createContext<FrameWords>({
  say: (text) => text,
  to: (path) => path,
  cart: (items) => `Cart, ${items}`,
  items: countItems,
  accountOf: (firstName) => `Account menu for ${firstName}`,
  founded: (year) => `Founded ${year}`,
})
export const useFrame = () => useContext(FrameWords)
