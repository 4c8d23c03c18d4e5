/** A placeholder for what is loading; give it the same size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-xs ${className}`} />
}
