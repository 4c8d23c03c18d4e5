import { Link, Outlet } from 'react-router'
import { Logo } from '#web/layouts/logo.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import '../../../web/seller.css'

export { headers } from '#web/private-page.ts'

/** The seller's area for those who cannot log in: a new password by mail. */
export default function SellerOutsideLayout() {
  return (
    <>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid screen-high w-full max-w-modal content-center px-gutter py-8"
      >
        <Logo className="mb-8 justify-self-start text-logo" />
        <Outlet />
        <p className="mt-8 text-sm">
          <Link to="/" className="link">
            Back to the shop
          </Link>
        </p>
      </main>
      <Toaster />
    </>
  )
}
