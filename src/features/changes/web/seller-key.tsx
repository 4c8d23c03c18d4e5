/** Which key does the same, for who has a keyboard. */
export const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="ml-1 inline-block min-w-5 rounded-xs border border-current px-1 text-center text-xs max-nav:hidden"
  >
    {children}
  </span>
)
