import type { ReactNode } from 'react'
import { SHIPPING_OFFER } from '#features/catalog/catalog.shipping.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { Footer } from './footer.tsx'

export function StoreFrame({ topBar, children }: { topBar: ReactNode; children: ReactNode }) {
  return (
    <div className="flex screen-high flex-col print:block">
      <SkipLink to="main" className="-top-16 left-gutter z-(--z-toast) focus:top-2">
        Skip to content
      </SkipLink>
      <section
        aria-label="Delivery and payment"
        className="bg-kajal px-4 py-1.75 text-center text-white text-xs print:hidden"
      >
        {SHIPPING_OFFER && <p className="xs:inline">{SHIPPING_OFFER} on every order</p>}
        <p className="before:text-ash xs:inline xs:before:mx-2.5 xs:before:content-['·']">Cash on delivery available</p>
      </section>
      {topBar}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer />
    </div>
  )
}
