import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './spinner.tsx'

const base = 'button active:translate-y-px disabled:button-off aria-disabled:button-off'

const variants = {
  primary: 'border-transparent bg-neel-700 text-white hover:bg-neel-800',
  line: 'border-ink bg-paper text-ink hover:bg-ink hover:text-white',
  quiet: 'border-transparent text-neel-700 hover:bg-neel-100',
  danger: 'border-madder-700 bg-paper text-madder-700 hover:bg-madder-700 hover:text-white',
  light: 'border-transparent bg-white text-ink hover:bg-neel-200',
  card: 'card-button',
  /** For notices, in their colour. */
  plain: 'border-transparent text-inherit underline underline-offset-4 hover:bg-paper',
}

const sizes = {
  md: 'min-h-12 px-6 py-2 text-base',
  sm: 'min-h-10 px-4 py-1.5 text-sm pointer-coarse:min-h-11',
  card: 'min-h-11 px-2 py-2 text-sm',
  quiet: 'min-h-12 px-3 py-2 text-base',
  'quiet-sm': 'min-h-10 px-3 py-1.5 text-sm pointer-coarse:min-h-11',
}

interface Look {
  variant?: keyof typeof variants | undefined
  size?: 'md' | 'sm' | 'card' | undefined
  block?: boolean | undefined
}

function classes({ variant = 'primary', size = 'md', block = false }: Look, more = '') {
  const close = variant === 'quiet' && size !== 'card'
  const fit = close ? (size === 'sm' ? sizes['quiet-sm'] : sizes.quiet) : sizes[size]
  return `${base} ${variants[variant]} ${fit} ${block ? 'w-full' : ''} ${more}`
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean; busyLabel?: ReactNode }

/** While busy it keeps place, width and focus. Page translators replace text, so label and spinner have an element each. */
export function Button({
  variant,
  size,
  block,
  className,
  busy = false,
  busyLabel,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const look = classes({ variant, size, block }, className)
  return (
    <button {...rest} type={type} onClick={press} aria-busy={busy || undefined} className={look}>
      {busyLabel === undefined ? (
        <>
          {busy && <Spinner />}
          <span className="contents">{children}</span>
        </>
      ) : (
        <span className="grid justify-items-center">
          <span className={`col-start-1 row-start-1 inline-flex items-center gap-2.5 ${busy ? 'invisible' : ''}`}>
            {children}
          </span>
          <span className={`col-start-1 row-start-1 inline-flex items-center gap-2.5 ${busy ? '' : 'invisible'}`}>
            {busy ? <Spinner /> : <span className="size-4.5" />}
            <span>{busyLabel}</span>
          </span>
        </span>
      )}
    </button>
  )
}

export function ButtonLink({ variant, size, block, className, ...rest }: Look & LinkProps) {
  return <Link prefetch="intent" {...rest} className={classes({ variant, size, block }, className)} />
}

/** `<DownloadLink href={hrefOf(exportOrders)}>`: a plain link, since there is no page behind it. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className={classes({ variant: 'line', size: 'sm' })}>
      {children}
    </a>
  )
}

/** Give it an `aria-label`. */
export const iconButton =
  'relative inline-grid size-11 flex-none place-items-center rounded-xs hover:bg-kora [.on-dark_&]:hover:bg-kajal-line'
