import type { ComponentProps } from 'react'

/** Give it an `aria-label`, and a width. */
export const Progress = ({ className, ...rest }: ComponentProps<'progress'>) => (
  <progress
    {...rest}
    className={`appearance-none bg-kora-deep [&::-moz-progress-bar]:bg-neel-700 [&::-webkit-progress-bar]:bg-kora-deep [&::-webkit-progress-value]:bg-neel-700 ${className}`}
  />
)
