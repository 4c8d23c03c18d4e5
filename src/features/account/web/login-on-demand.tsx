import { type ComponentType, lazy } from 'react'
import { type LoginModalState, useLoginModal } from '#web/login-context.tsx'
import { FromFirstOpening } from '#web/ui/from-first-opening.tsx'

const load = () => import('./login-modal.tsx')
const LoginModal = lazy<ComponentType<LoginModalState>>(() => load().catch(goToLoginPage))

/** Where Login leads before JavaScript has loaded. */
function goToLoginPage() {
  const { pathname, search } = window.location
  window.location.assign(`/login?${new URLSearchParams({ next: pathname + search })}`)
  return { default: () => null }
}

/** Fetches the modal's code: somebody is about to open it. */
export const preloadLogin = () => void load().catch(() => {})

/** The login modal, from its first opening on. */
export function LoginOnDemand() {
  const modal = useLoginModal()
  return (
    <FromFirstOpening open={modal.open}>
      <LoginModal {...modal} />
    </FromFirstOpening>
  )
}
