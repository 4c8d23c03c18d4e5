interface SkipLinkProps {
  to: string
  className: string
  children: string
}

/** Seen once it has the focus. The focus is moved here, since the router does not know the browser's own way. */
export const SkipLink = ({ to, className, children }: SkipLinkProps) => (
  <a
    href={`#${to}`}
    onClick={(event) => {
      event.preventDefault()
      const part = document.getElementById(to)
      part?.focus()
      part?.scrollIntoView()
    }}
    className={`absolute bg-ink px-4 py-3 text-white underline ${className}`}
  >
    {children}
  </a>
)
