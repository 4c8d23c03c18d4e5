import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import type { Endpoint } from '#shared/endpoint.ts'
import { Spinner } from './spinner.tsx'

const base = 'button active:translate-y-px disabled:button-off aria-disabled:button-off'

const variants = {
  primary: 'border-transparent bg-neel-700 text-white hover:bg-neel-800',
  line: 'border-ink bg-paper text-ink hover:bg-ink hover:text-white',
  quiet: 'border-transparent text-neel-700 hover:bg-neel-100',
  danger: 'border-madder-700 bg-paper text-madder-700 hover:bg-madder-700 hover:text-white',
  light: 'border-transparent bg-white text-ink hover:bg-neel-200',
  card: 'card-button',
  /** Inside a notice: the notice's colour. */
  plain: 'border-transparent text-inherit underline underline-offset-4 hover:bg-paper',
}

const sizes = {
  md: 'min-h-12 px-6 py-2 text-base',
  sm: 'min-h-10 px-4 py-1.5 text-sm pointer-coarse:min-h-11',
  card: 'min-h-11 px-2 py-2 text-sm',
  /** Quiet buttons stand closer. */
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

/**
 * While busy it keeps its place, width and focus and ignores presses; it is not disabled. With `busyLabel` both labels lie in
 * one cell, so that the wider one sets the width from the start.
 */
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
          {children}
        </>
      ) : (
        <span className="grid justify-items-center">
          <span className={`col-start-1 row-start-1 inline-flex items-center gap-2.5 ${busy ? 'invisible' : ''}`}>
            {children}
          </span>
          <span className={`col-start-1 row-start-1 inline-flex items-center gap-2.5 ${busy ? '' : 'invisible'}`}>
            {busy && <Spinner />}
            {!busy && <span className="size-4.5" />}
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button. Its page is fetched when a pointer or finger comes near. */
export function ButtonLink({ variant, size, block, className, ...rest }: Look & LinkProps) {
  return <Link prefetch="intent" {...rest} className={classes({ variant, size, block }, className)} />
}

interface FileOf<E extends Endpoint> {
  href: E['path'] | `${E['path']}?${string}`
  children: ReactNode
}

/** A file of the API to keep: `<DownloadLink<typeof exportOrders> href=…>`. A plain link: there is no page behind it. */
export function DownloadLink<E extends Endpoint>({ href, children }: FileOf<E>) {
  return (
    <a href={href} download className={classes({ variant: 'line', size: 'sm' })}>
      {children}
    </a>
  )
}

/** A square button with an icon only: give it an `aria-label`. */
export const iconButton =
  'relative inline-grid size-11 flex-none place-items-center rounded-xs hover:bg-kora [.on-dark_&]:hover:bg-kajal-line'
