import { useLoginModal } from '#web/login-context.tsx'
import { FromFirstOpening } from '#web/ui/from-first-opening.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const load = () => import('./login-modal.tsx')
const LoginModal = onDemand('login', fetchModal)

/** A page may stay this long after another is asked for. */
const LEAVING_MS = 10_000
/** The page may have been left before this script ran, and nothing says so. */
const AGAIN_MS = 1000

/** Browsers cancel fetches when the page is left. That is no missing file: if the page is still there later, it is fetched again. */
async function fetchModal() {
  let isLeaving = false
  const leave = () => {
    isLeaving = true
  }
  globalThis.addEventListener?.('beforeunload', leave)
  const modal = await load().catch(() => undefined)
  globalThis.removeEventListener?.('beforeunload', leave)
  if (modal) return modal
  await new Promise((resolve) => setTimeout(resolve, isLeaving ? LEAVING_MS : AGAIN_MS))
  return load().catch(goToLoginPage)
}

/** The login page is the way before JavaScript has loaded. Until it comes, React does not take over a page that lacks its modal. */
function goToLoginPage() {
  const { pathname, search } = window.location
  window.location.assign(`/login?${new URLSearchParams({ next: pathname + search })}`)
  return new Promise<never>(() => {})
}

/** Fetches the modal for somebody about to open it. */
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
