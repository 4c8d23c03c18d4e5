import { Link } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { usePages } from './use-pages.ts'

/** Leads to the workshop's first page, not to the shop. */
export function WorkshopLogo({ className = '' }: { className?: string }) {
  const { storeName } = useSettings()
  const say = usePages()
  return (
    <Link
      to="/workshop"
      className={`inline-flex min-h-12 items-center gap-2 font-display font-semibold text-2xl leading-none ${className}`}
    >
      <span lang="en-IN">{storeName}</span>
      {storeName === 'Haat' && (
        <b lang="hi" className="text-madder-700 text-mark">
          हाट
        </b>
      )}
      <span className="sr-only">, {say.today}</span>
    </Link>
  )
}
