/** "Only 4 left", or nothing. */
export const OnlyLeft = ({ left, className = '' }: { left: number | undefined; className?: string }) =>
  left === undefined ? null : <span className={`font-semibold text-haldi-700 ${className}`}>{`Only ${left} left`}</span>
