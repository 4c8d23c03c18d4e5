interface SkipLinkProps {
  /** Id of the part that it leads to, which takes the focus. */
  to: string
  className: string
  children: string
}

/**
 * Leads past what comes before a part of the page; seen once it has the focus. The focus is moved here, as the address that the browser
 * itself would go to is unknown to the router.
 */
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
