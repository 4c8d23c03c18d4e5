import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { LoginMode } from '#features/auth/auth.rules.ts'
import { useShopper } from './hooks/use-root.ts'

export interface LoginRequest {
  mode?: LoginMode
  after?: () => void
}

interface LoginContext {
  openLogin: (request?: LoginRequest) => void
  preload: () => void
}

export interface LoginModalState {
  open: boolean
  /** The page itself asks for a login, so the server renders the modal open. */
  byPage: boolean
  request: LoginRequest
  close: () => void
}

const Context = createContext<LoginContext | undefined>(undefined)
/** Only in the seller's area: asks who is there, then does what waits for it. A form whose money leaves says so in `leaves` and `sum`. */
export const AskAgain = createContext<((then: () => void, form: FormData) => void) | undefined>(undefined)
const ModalContext = createContext<LoginModalState | undefined>(undefined)

/** `openLogin({ mode: 'register', after: placeOrder })` works over any page. */
export function useLogin(): LoginContext {
  const login = useContext(Context)
  if (!login) throw new Error('useLogin needs a LoginProvider above it')
  return login
}

/** There is no modal in the seller's area, and where the shop itself failed. */
export const useLoginIfAny = () => useContext(Context)

export function useLoginModal(): LoginModalState {
  const state = useContext(ModalContext)
  if (!state) throw new Error('useLoginModal needs a LoginProvider above it')
  return state
}

/** A page whose loader answers `needsLogin: true` opens the modal by itself. */
const asksForLogin = (loaderData: unknown) =>
  typeof loaderData === 'object' && loaderData !== null && 'needsLogin' in loaderData && loaderData.needsLogin === true

export function LoginProvider({ preload, children }: { preload: () => void; children: ReactNode }) {
  const [request, setRequest] = useState<LoginRequest>()
  const [closedOn, setClosedOn] = useState<string>()
  const { key } = useLocation()
  const shopper = useShopper()
  const pageAsks = useMatches().some((match) => asksForLogin(match.loaderData))
  const byPage = pageAsks && shopper === null && closedOn !== key

  const context = useMemo(() => ({ openLogin: (next: LoginRequest = {}) => setRequest(next), preload }), [preload])
  const modal = useMemo(
    () => ({
      open: request !== undefined || byPage,
      byPage: byPage && request === undefined,
      request: request ?? {},
      close: () => {
        setRequest(undefined)
        setClosedOn(key)
      },
    }),
    [request, byPage, key],
  )
  return (
    <Context value={context}>
      <ModalContext value={modal}>{children}</ModalContext>
    </Context>
  )
}
