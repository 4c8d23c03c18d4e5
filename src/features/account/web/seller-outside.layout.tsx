import { Link, Outlet } from 'react-router'
import { Logo } from '#web/layouts/logo.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import '../../../web/seller.css'

export { headers } from '#web/private-page.ts'

/** The seller's area for whoever cannot log in to it: a new password by mail. */
export default function SellerOutsideLayout() {
  return (
    <>
      <main id="main" tabIndex={-1} className="mx-auto grid min-h-dvh w-full max-w-modal content-center px-gutter py-8">
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
