const sizes = { sm: 'size-4.5 border-2', lg: 'size-11 border-3' }

/** For an action that is running; loading lists show skeletons instead. */
export function Spinner({ size = 'sm', className = '' }: { size?: keyof typeof sizes; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`flex-none animate-spin rounded-full border-current border-r-transparent motion-reduce:animate-spin-slow ${sizes[size]} ${className}`}
    />
  )
}
