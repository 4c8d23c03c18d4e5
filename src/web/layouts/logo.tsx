import { Link } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { useFrame } from './frame-words.ts'

interface LogoProps {
  mark?: string
  className?: string
}

/** Only Haat itself has the Devanagari beside its name. The words are the label, so there is no aria-label. */
export function Logo({ mark = 'text-madder-700', className = 'text-2xl nav:text-logo' }: LogoProps) {
  const { storeName } = useSettings()
  const { say } = useFrame()
  return (
    <Link
      to="/"
      prefetch="intent"
      className={`-my-1.5 inline-flex min-h-11 items-center font-display font-semibold leading-none tracking-logo ${className}`}
    >
      <span className="inline-flex items-baseline gap-2 pt-logo">
        <span>{storeName}</span>
        {storeName === 'Haat' && (
          <b lang="hi" className={`text-mark tracking-normal ${mark}`}>
            हाट
          </b>
        )}
      </span>
      <span className="sr-only">{say(', home')}</span>
    </Link>
  )
}
