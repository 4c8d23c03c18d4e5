import { createContext, useContext } from 'react'
import { type Right, rights } from '#shared/rights.ts'

/** The rights of who is logged in at the office; the layout knows them. Pages leave out what nobody without them can do: the calls refuse it. */
export const Rights = createContext<readonly Right[]>(rights)

/** Has who is logged in one of these rights? */
export function useMay() {
  const own = useContext(Rights)
  return (...some: Right[]) => some.some((right) => own.includes(right))
}
