/** Stands where something will be, in the same box: give it its size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-xs ${className}`} />
}
