import type { ReactNode } from 'react'
import { SHIPPING_OFFER } from '#features/catalog/catalog.shipping.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { Footer } from './footer.tsx'
import { useFrame } from './frame-words.ts'
import { useLanguageSwitch } from './language-switch.tsx'

export function StoreFrame({ topBar, children }: { topBar: ReactNode; children: ReactNode }) {
  const { say } = useFrame()
  const Switch = useLanguageSwitch()
  return (
    <div className="flex screen-high flex-col print:block">
      <SkipLink to="main" className="-top-16 left-gutter z-(--z-toast) focus:top-2">
        {say('Skip to content')}
      </SkipLink>
      <section
        aria-label={say('Delivery and payment')}
        className={`bg-kajal px-4 py-1.75 text-white text-xs print:hidden ${Switch ? 'relative flex min-h-11 flex-wrap items-center pr-24' : 'text-center'}`}
      >
        {SHIPPING_OFFER && <p className="xs:inline">{say('Free shipping on every order')}</p>}
        <p className="before:text-ash xs:inline xs:before:mx-2.5 xs:before:content-['·']">
          {say('Cash on delivery available')}
        </p>
        {Switch && <Switch place="strip" />}
      </section>
      {topBar}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer />
    </div>
  )
}
